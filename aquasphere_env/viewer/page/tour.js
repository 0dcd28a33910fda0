// A first look at the table: a step for each kind of piece, which is lit on the board.
import { $, app, ask, told } from "/base.js";
import { pieceOf } from "/board.js";

const GAP = 12;
let steps = [];
let at = 0;

export function startTour() {
  return told(async () => {
    const { tour } = await ask(`/api/rules?game=${app.view.game}`);
    steps = tour.filter((step) => pieceOf(step.piece));
    at = 0;
    localStorage.setItem(`toured-${app.view.game}`, "yes");
    $("offer").hidden = true;
    showStep();
  });
}

function showStep() {
  clear();
  const step = steps[at];
  if (!step) {
    endTour();
    return;
  }
  const piece = pieceOf(step.piece);
  piece.classList.add("toured");
  piece.scrollIntoView({ block: "center", inline: "center" });
  $("guide-words").textContent = step.words;
  $("guide-count").textContent = `${at + 1} of ${steps.length}`;
  $("guide-next").textContent = at + 1 < steps.length ? "Next" : "Done";
  $("guide").hidden = false;
  place($("guide"), piece.getBoundingClientRect());
  $("guide-next").focus();
}

function place(guide, box) {
  const below = box.bottom + GAP + guide.offsetHeight < innerHeight;
  const top = below ? box.bottom + GAP : Math.max(GAP, box.top - GAP - guide.offsetHeight);
  guide.style.top = `${top}px`;
  guide.style.left = `${Math.max(GAP, Math.min(box.left, innerWidth - guide.offsetWidth - GAP))}px`;
}

function clear() {
  for (const piece of $("board").querySelectorAll(".toured")) piece.classList.remove("toured");
}

export function endTour() {
  clear();
  if ($("guide").hidden) return;
  $("guide").hidden = true;
  $("tour").focus();
}

// Whether this browser has not seen the game's tour yet.
export function isNew() {
  return app.view && localStorage.getItem(`toured-${app.view.game}`) === null;
}

export function listenToTour() {
  $("tour").addEventListener("click", startTour);
  $("guide-end").addEventListener("click", endTour);
  $("guide-next").addEventListener("click", () => {
    at += 1;
    showStep();
  });
  $("guide").addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") endTour();
  });
}
