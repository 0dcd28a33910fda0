// The board: what can be played on it, what is chosen, what moved, and words for every piece.
import { $, app, button, element, named, person } from "/base.js";
import { showPicture } from "/picture.js";

const SVG = "http://www.w3.org/2000/svg";
const NAME_WIDTH = 84; // of a name on a player's board, in the picture's units
const ARROW_LEAST = 1.4; // widths of a piece: a shorter move only makes room on a place

// What moves or appears, by the beginnings of its id.
const MOVING = ["scientist", "engineer", "control", "submarine", "counter", "bot", "worker", "bay", "order",
  "claimed", "lab-of", "card-of", "published", "grid"].map((name) => `[id^="${name}-"]`).join(",");

let picked = []; // pieces chosen so far for one decision: sets of actions
let chosen = () => {}; // called with the action that choosing has led to
let changed = () => {}; // called when what is chosen has changed

export function onChoice(act, refresh) {
  chosen = act;
  changed = refresh;
}

// ---- showing ----

export function showBoard(view, before) {
  picked = [];
  const old = before ? placesOf() : null;
  const legal = new Set(view.legal.map((action) => String(action.id)));
  const frames = framesOf(view.pictures);
  const whose = view.people.map((_, seat) => person(seat)).join();
  for (const layer of $("board").querySelectorAll(".moves")) layer.remove();
  hint(null);
  const names = [];
  for (const [k, { svg: text }] of view.pictures.entries()) {
    for (const fresh of showPicture(frames[k], text, whose)) {
      explainPieces(fresh);
      names.push(...putNames(fresh));
    }
    const svg = frames[k].firstElementChild;
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", frames[k].getAttribute("aria-label"));
    for (const piece of svg.querySelectorAll("[data-actions]")) prepare(piece, legal);
  }
  narrowNames(names);
  if (old) showMoves(old);
  light();
}

// A frame for each picture; those of the last position stay, and with them how far they are panned.
function framesOf(pictures) {
  const names = [app.view.title, ...pictures.map(({ name }) => name)].join();
  if ($("board").dataset.names !== names || !$("board").children.length) {
    $("board").dataset.names = names;
    $("board").replaceChildren(...pictures.map(sheet));
    showRegions();
  }
  return $("board").querySelectorAll(".frame");
}

function sheet({ name, pans }) {
  const whole = element("div", undefined, "sheet");
  const title = named(name);
  if (title) whole.append(element("h2", title));
  const frame = element("div", undefined, pans ? "frame pans" : "frame");
  frame.setAttribute("aria-label", title || app.view.title);
  frame.setAttribute("role", "group");
  if (pans) frame.tabIndex = 0;
  whole.append(frame);
  return whole;
}

// Makes a button of a piece that has something to play, and none of another.
function prepare(piece, legal) {
  const ids = piece.dataset.actions.split(" ").filter((id) => legal.has(id));
  if (ids.length) {
    piece.dataset.playable = ids.join(" ");
    piece.setAttribute("role", "button");
  } else if (piece.dataset.playable) {
    delete piece.dataset.playable;
    piece.classList.remove("playable", "picked");
    if (!piece.classList.length) piece.removeAttribute("class");
    for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) piece.removeAttribute(name);
  }
}

export function listenToBoard() {
  $("board").addEventListener("click", pressed);
  $("board").addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") pressed(event);
  });
}

function pressed(event) {
  const piece = event.target.closest("[data-playable]");
  if (!piece) return;
  event.preventDefault();
  event.stopPropagation();
  pick(piece.dataset.playable.split(" "));
}

// Titles become text that shows on hover, on focus and on touch; see tips.js.
function explainPieces(drawn) {
  for (const title of drawn.querySelectorAll("title")) {
    const piece = title.parentNode;
    piece.dataset.tip = named(title.textContent);
    title.remove();
  }
}

// Returns the texts that are names; how wide they are is asked when the whole table is in place.
function putNames(drawn) {
  const names = [];
  for (const text of drawn.querySelectorAll("text")) {
    const words = text.textContent;
    if (words === "you") text.remove();
    if (!words.includes("player_")) continue;
    text.textContent = named(words);
    if (/^player_\d$/.test(words)) names.push(text);
  }
  return names;
}

function narrowNames(names) {
  for (const text of names.filter((name) => name.getComputedTextLength() > NAME_WIDTH)) {
    text.setAttribute("textLength", NAME_WIDTH);
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}

// ---- choosing a thing, then its target ----

export function candidates() {
  const legal = app.view ? app.view.legal.map((action) => String(action.id)) : [];
  return picked.reduce((ids, some) => ids.filter((id) => some.includes(id)), legal);
}

function pick(ids) {
  const key = ids.join(" ");
  if (picked.some((some) => some.join(" ") === key)) {
    unpick();
    return;
  }
  const both = candidates().filter((id) => ids.includes(id));
  picked = both.length ? [...picked, ids] : [ids];
  const left = candidates();
  if (left.length === 1) {
    chosen(Number(left[0]));
    return;
  }
  light();
  changed();
}

export function unpick() {
  if (!picked.length) return;
  picked = [];
  light();
  changed();
}

export function isPicking() {
  return picked.length > 0;
}

// Shows what can be played next, and what is chosen.
function light() {
  const open = new Set(candidates());
  const keys = new Set(picked.map((some) => some.join(" ")));
  const words = new Map(app.view.legal.map((action) => [String(action.id), named(action.words)]));
  for (const piece of $("board").querySelectorAll("[data-playable]")) {
    const ids = piece.dataset.playable.split(" ");
    const can = ids.filter((id) => open.has(id));
    const isPicked = keys.has(piece.dataset.playable);
    piece.classList.toggle("playable", can.length > 0 && !isPicked);
    piece.classList.toggle("picked", isPicked);
    piece.setAttribute("tabindex", can.length || isPicked ? "0" : "-1");
    const first = can.slice(0, 3).map((id) => words.get(id)).join("; or ");
    const more = can.length > 3 ? `; or one of ${can.length - 3} more` : "";
    piece.setAttribute("aria-label", first + more || piece.dataset.tip || "");
    piece.setAttribute("aria-pressed", String(isPicked));
  }
}

// Lights the places of an action, or none.
export function hint(id) {
  for (const piece of $("board").querySelectorAll(".hinted")) piece.classList.remove("hinted");
  if (id === null) return;
  for (const piece of $("board").querySelectorAll("[data-playable]")) {
    if (piece.dataset.playable.split(" ").includes(String(id))) piece.classList.add("hinted");
  }
}

// ---- what moved ----

function placesOf() {
  const places = new Map();
  for (const [k, svg] of $("board").querySelectorAll(".frame > svg").entries()) {
    const seen = svg.getBoundingClientRect();
    for (const piece of svg.querySelectorAll(MOVING)) places.set(piece.id, { k, ...middle(svg, seen, piece) });
  }
  return places;
}

// Where the middle of a piece lies in its picture, which is seen at ``whole`` in the window.
function middle(svg, whole, piece) {
  const box = piece.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / whole.width;
  return {
    x: (box.x + box.width / 2 - whole.x) * scale, y: (box.y + box.height / 2 - whole.y) * scale,
    width: box.width * scale, lap: piece.dataset.lap,
  };
}

// Draws an arrow from where a piece was, and a ring around what is new or comes from another sheet.
function showMoves(old) {
  const now = placesOf();
  for (const [k, svg] of $("board").querySelectorAll(".frame > svg").entries()) {
    const layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", "moves");
    layer.setAttribute("aria-hidden", "true");
    for (const [id, place] of now) {
      if (place.k !== k || !place.width) continue;
      const then = old.get(id);
      if (!then || then.k !== k) layer.append(ring(place));
      else if (place.lap !== then.lap) layer.append(ring(place));
      else if (Math.hypot(place.x - then.x, place.y - then.y) > ARROW_LEAST * place.width) {
        layer.append(arrow(then, place));
      }
    }
    svg.append(layer);
  }
}

function arrow(from, to) {
  const line = document.createElementNS(SVG, "path");
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const head = [2.6, -2.6].map((turn) => {
    const at = angle + turn;
    return `M${to.x} ${to.y}l${12 * Math.cos(at)} ${12 * Math.sin(at)}`;
  });
  line.setAttribute("d", `M${from.x} ${from.y}L${to.x} ${to.y}${head.join("")}`);
  return line;
}

function ring(place) {
  const circle = document.createElementNS(SVG, "circle");
  circle.setAttribute("cx", place.x);
  circle.setAttribute("cy", place.y);
  circle.setAttribute("r", Math.max(14, Math.min(40, place.width * 0.7)));
  return circle;
}

// ---- on a narrow screen the parts of the table lie below each other; buttons lead to them ----

function showRegions() {
  const sheets = [...$("board").querySelectorAll(".sheet")].filter((whole) => whole.querySelector("h2"));
  const parts = sheets.map((whole) => [whole.querySelector("h2").textContent, whole]);
  const buttons = [["Choices", $("choices")], ...parts, ["Log", $("panel")]].map(([name, place]) =>
    button(name, () => place.scrollIntoView({ block: "start" })));
  $("regions").replaceChildren(...(parts.length ? buttons : []));
}

// ---- a piece by its id, for the tour ----

export function pieceOf(id) {
  return $("board").querySelector(`[id="${id}"]`);
}
