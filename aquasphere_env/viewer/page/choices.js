// What can be done, in words, by kinds; hovering a line lights its place on the board.
import { $, app, button, element, named } from "/base.js";
import { candidates, hint, isPicking } from "/board.js";
import { openRules } from "/rules.js";

export function showChoices(act) {
  const open = new Set(candidates());
  const legal = app.view.legal.filter((action) => open.has(String(action.id)));
  const kinds = new Map();
  for (const action of legal) {
    if (!kinds.has(action.kind)) kinds.set(action.kind, []);
    kinds.get(action.kind).push(action);
  }
  const number = new Map(app.view.legal.map((action, k) => [action.id, k + 1]));
  const groups = [...kinds].map(([kind, actions]) => group(kind, actions, number, act));
  $("choices").replaceChildren(...groups);
  showPicked(legal);
}

function group(kind, actions, number, act) {
  const whole = element("div", undefined, "kind");
  const head = element("h3", kind);
  if (actions[0].rules) head.append(" ", rule(actions[0].rules));
  const list = element("ol");
  list.append(...actions.map((action) => line(action, number.get(action.id), act)));
  whole.append(head, list);
  return whole;
}

function line(action, number, act) {
  const entry = element("li");
  const choice = button(undefined, () => act(action.id));
  choice.dataset.action = action.id;
  if (number < 10) choice.append(element("kbd", number));
  choice.append(element("span", named(action.words), "words"));
  choice.append(" ", ...effects(action.effect));
  for (const start of ["pointerenter", "focus"]) choice.addEventListener(start, () => hint(action.id));
  for (const end of ["pointerleave", "blur"]) choice.addEventListener(end, () => hint(null));
  entry.append(choice);
  return entry;
}

// What changes, gains and losses apart.
export function effects(text) {
  const parts = text ? text.split(", ") : [];
  return parts.flatMap((part) => [element("span", part, part.startsWith("−") ? "loss" : "gain"), " "]);
}

export function rule(id) {
  const link = button(id, () => openRules(id), "rule");
  link.title = `rule ${id}`;
  return link;
}

function showPicked(legal) {
  const picking = isPicking();
  $("unpick").hidden = !picking;
  const many = `${legal.length} possibilities: choose a place or a line`;
  $("picked-words").textContent = picking ? many : "";
}
