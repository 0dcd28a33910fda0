// The colours of the players: the person at the screen may choose one, and changes with who has it.
import { $, app, fill } from "/base.js";

const NAMES = ["blue", "orange", "green", "pink"]; // the usual ones of the seats, see theme.css
const ROLES = ["player", "player-ink"];

// The colour that was chosen, the usual one of a seat; null: none.
function chosen() {
  const kept = localStorage.getItem("color");
  return NAMES.includes(kept) ? NAMES.indexOf(kept) : null;
}

export function offerColors() {
  fill($("new-color"), [["", "that of the seat"], ...NAMES.map((name) => [name, name])], localStorage.getItem("color") || "");
}

export function keepColor() {
  localStorage.setItem("color", $("new-color").value);
}

// Gives every seat its colour.
export function showColors() {
  const person = app.view.names.indexOf("human");
  const own = chosen();
  const { style } = document.documentElement;
  NAMES.forEach((_, seat) => {
    let like = seat;
    if (person >= 0 && own !== null) like = seat === person ? own : seat === own ? person : seat;
    for (const role of ROLES) style.setProperty(`--${role}-${seat}`, `var(--usual-${role}-${like})`);
  });
}
