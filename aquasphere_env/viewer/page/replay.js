// Recorded games: the scrubber, seats, running on.
import { $, app, ask, fill, guarded } from "/base.js";
import { setIcon } from "/icons.js";

const PAUSE = 700; // milliseconds between positions
let running = null; // timer
let show = () => {};

export function showScrubber() {
  const { view } = app;
  const isReplay = view.kind === "replay";
  $("scrubber").hidden = !isReplay;
  document.body.dataset.kind = view.kind;
  $("undo").disabled = !view.can_undo;
  $("explain").disabled = !view.legal.length;
  if (!isReplay) return;
  $("at").max = view.length;
  $("at").value = view.at;
  $("place").textContent = `${view.at} / ${view.length}`;
  setIcon($("run"), running ? "pause" : "run");
}

export function goTo(at) {
  return guarded(async () => {
    const place = Math.max(0, Math.min(at, app.view ? app.view.length : 0));
    const query = `game=${$("which").value || 0}&at=${place}&seat=${$("seat").value}`;
    show((await ask(`/api/replay?${query}`)).view);
  });
}

function stop() {
  clearInterval(running);
  running = null;
}

export function run() {
  if (running) {
    stop();
    showScrubber();
    return;
  }
  running = setInterval(async () => {
    if (app.view.at >= app.view.length) stop();
    await goTo(app.view.at + (running ? 1 : 0));
  }, PAUSE);
  showScrubber();
}

export async function openReplay() {
  fill($("which"), app.setting.replays.map((name, k) => [k, name]), 0);
  $("which-label").hidden = app.setting.replays.length < 2;
  await goTo(0);
  fillSeats();
}

function fillSeats() {
  const { view } = app;
  if (!view) return;
  const seats = view.people.map(({ name }, seat) => [seat, `${name} (${view.names[seat]})`]);
  fill($("seat"), [["", "everything"], ...seats], "");
}

export const keys = {
  Home: () => goTo(0), End: () => goTo(app.view.length), " ": run,
  ArrowLeft: () => goTo(app.view.at - 1), ArrowRight: () => goTo(app.view.at + 1),
};

export function listenToScrubber(shows) {
  show = shows;
  $("first").addEventListener("click", keys.Home);
  $("back").addEventListener("click", keys.ArrowLeft);
  $("run").addEventListener("click", run);
  $("forward").addEventListener("click", keys.ArrowRight);
  $("last").addEventListener("click", keys.End);
  $("at").addEventListener("input", () => goTo(Number($("at").value)));
  $("seat").addEventListener("change", () => goTo(app.view.at));
  $("which").addEventListener("change", async () => {
    $("seat").value = "";
    await goTo(0);
    fillSeats();
  });
}
