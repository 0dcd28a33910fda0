// A short text beside what is under the pointer, touched or focused: what the piece is.
import { $ } from "/base.js";

const GAP = 10; // pixels between a piece and its text

export function listenForTips() {
  const board = $("board");
  for (const start of ["pointerover", "focusin"]) {
    board.addEventListener(start, (event) => showTip(event.target.closest("[data-tip]")));
  }
  for (const end of ["pointerleave", "focusout"]) board.addEventListener(end, () => showTip(null));
  board.addEventListener("click", (event) => {
    if (!event.target.closest("[data-playable]")) showTip(event.target.closest("[data-tip]"));
  });
}

export function showTip(piece) {
  const tip = $("tip");
  tip.hidden = !piece;
  if (!piece) return;
  tip.textContent = piece.dataset.tip;
  const box = piece.getBoundingClientRect();
  const left = Math.min(box.left, innerWidth - tip.offsetWidth - GAP);
  const above = box.top - tip.offsetHeight - GAP;
  tip.style.left = `${Math.max(GAP, left)}px`;
  tip.style.top = `${above > 0 ? above : Math.min(box.bottom + GAP, innerHeight - tip.offsetHeight)}px`;
}
