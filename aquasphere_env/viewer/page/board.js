// The board: what can be played on it, what is chosen, what moved, and words for every piece.
import { $, app, button, named } from "/base.js";

const SVG = "http://www.w3.org/2000/svg";
const NAME_WIDTH = 84; // of a name on a player's board, in the picture's units
const ARROW_LEAST = 14; // shorter moves need no arrow

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
  const old = before ? placesOf($("board").querySelector("svg")) : null;
  const parsed = new DOMParser().parseFromString(view.svg, "image/svg+xml");
  const svg = document.importNode(parsed.documentElement, true);
  svg.removeAttribute("role");
  svg.setAttribute("role", "group");
  for (const piece of svg.querySelectorAll("[data-actions]")) prepare(piece, view);
  explainPieces(svg);
  $("board").replaceChildren(svg);
  putNames(svg);
  if (old) showMoves(svg, old);
  light();
}

function prepare(piece, view) {
  const legal = new Set(view.legal.map((action) => String(action.id)));
  const ids = piece.dataset.actions.split(" ").filter((id) => legal.has(id));
  if (!ids.length) return;
  piece.dataset.playable = ids.join(" ");
  piece.setAttribute("role", "button");
  piece.addEventListener("click", (event) => {
    event.stopPropagation();
    pick(ids);
  });
  piece.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    pick(ids);
  });
}

// Titles become text that shows on hover, on focus and on touch; see tips.js.
function explainPieces(svg) {
  for (const title of svg.querySelectorAll("title")) {
    const piece = title.parentNode;
    piece.dataset.tip = named(title.textContent);
    title.remove();
  }
}

function putNames(svg) {
  for (const text of svg.querySelectorAll("text")) {
    if (text.textContent === "you") text.remove();
    const seat = /^player_(\d)$/.exec(text.textContent);
    text.textContent = named(text.textContent);
    if (seat && text.getComputedTextLength() > NAME_WIDTH) {
      text.setAttribute("textLength", NAME_WIDTH);
      text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
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

function placesOf(svg) {
  const places = new Map();
  if (!svg) return places;
  for (const piece of svg.querySelectorAll(MOVING)) places.set(piece.id, middle(svg, piece));
  return places;
}

function middle(svg, piece) {
  const box = piece.getBoundingClientRect();
  const whole = svg.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / whole.width;
  return {
    x: (box.x + box.width / 2 - whole.x) * scale, y: (box.y + box.height / 2 - whole.y) * scale,
    width: box.width * scale,
  };
}

// Draws an arrow from where a piece was, and a ring around what is new.
function showMoves(svg, old) {
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "moves");
  layer.setAttribute("aria-hidden", "true");
  for (const piece of svg.querySelectorAll(MOVING)) {
    const now = middle(svg, piece);
    const then = old.get(piece.id);
    if (!now.width) continue;
    if (!then) layer.append(ring(now));
    else if (Math.hypot(now.x - then.x, now.y - then.y) > ARROW_LEAST) layer.append(arrow(then, now));
  }
  svg.append(layer);
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

// ---- on small screens the board is larger than its window ----

const EDGE = 24; // pixels between the edge of the window and the piece that a region begins with

export function showRegions(regions) {
  if ($("regions").dataset.game === app.view.game) return;
  $("regions").dataset.game = app.view.game;
  const board = $("board");
  const buttons = regions.map(({ name, piece }) => button(name, () => {
    board.classList.remove("whole");
    const place = pieceOf(piece).getBoundingClientRect();
    const whole = board.getBoundingClientRect();
    board.scrollTop += place.top - whole.top - EDGE;
    board.scrollLeft += place.left - whole.left - EDGE;
  }));
  const all = button("Whole table", () => board.classList.toggle("whole"));
  $("regions").replaceChildren(...buttons, all);
}

// ---- a piece by its id, for the tour ----

export function pieceOf(id) {
  return $("board").querySelector(`[id="${id}"]`);
}
