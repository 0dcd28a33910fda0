// Games to look back at: the scrubber, seats, running on, trying another move and coming back.
import { $, app, ask, fill, guarded, instead, person } from "/base.js";
import { setIcon } from "/icons.js";

const PAUSE = 700; // milliseconds between positions, where no speed is chosen
let running = null; // timer
let ofFile = 0; // number of the game shown of a log file
let looked = null; // token of the game played here that is looked back at
let cameFrom = null; // where another move was tried: the recording's key and its position
let show = () => {};
let enter = () => {};

// The key of the recording that is shown, or that the game under way would be.
export function recording() {
  const isReplay = app.view && app.view.kind === "replay";
  return isReplay ? (looked ?? ofFile) : app.token;
}

export function showScrubber() {
  const { view } = app;
  const isReplay = view.kind === "replay";
  $("scrubber").hidden = $("replay-more").hidden = !isReplay;
  document.body.dataset.kind = view.kind;
  $("undo").disabled = !view.can_undo;
  $("explain").disabled = !isReplay && !view.legal.length;
  $("look").hidden = isReplay;
  $("look").disabled = !view.log.length;
  $("back-there").hidden = cameFrom === null;
  if (!isReplay) return;
  $("at").max = view.length;
  $("at").value = view.at;
  $("place").textContent = `${view.at} / ${view.length}`;
  $("try").disabled = view.at >= view.length || view.goes_on;
  $("resume").hidden = looked === null;
  $("which-label").hidden = looked !== null || app.setting.replays.length < 2;
  setIcon($("run"), running ? "pause" : "run");
}

export function goTo(at) {
  return guarded(() => load(at));
}

async function load(at) {
  const last = app.view && app.view.kind === "replay" ? app.view.length : Infinity;
  const place = Math.max(0, Math.min(at, last));
  const agent = $("show-opinion").hidden ? "" : `&agent=${encodeURIComponent($("adviser").value)}`;
  const query = `game=${looked ?? ofFile}&at=${place === Infinity ? "" : place}&seat=${$("seat").value}${agent}`;
  const { view } = await ask(`/api/replay?${query}`);
  app.looksBack = looked !== null;
  show(view);
}

// Another game begins: there is no recording to come back to.
export function forget() {
  stop();
  looked = cameFrom = null;
}

// Shows the game under way, or one that is over, at position ``at``; Infinity: the last one.
export function lookBack(at) {
  return instead(async () => {
    looked = app.token;
    fill($("seat"), [["", "everything"]], "");
    await load(at);
    fillSeats();
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
  }, Number($("speed").value) || PAUSE);
  showScrubber();
}

export async function openReplay() {
  fill($("which"), app.setting.replays.map((name, k) => [k, name]), ofFile);
  await goTo(0);
  fillSeats();
}

function fillSeats() {
  const { view } = app;
  if (!view) return;
  const seats = view.people.map((_, seat) => [seat, `${person(seat)} (${view.names[seat]})`]);
  fill($("seat"), [["", "everything"], ...seats], view.viewer ?? "");
}

// Goes on with the game that was looked back at.
function resume() {
  return guarded(async () => {
    stop();
    const token = looked;
    looked = null;
    const { view } = await ask("/api/resume", { token });
    await enter(token, view);
  });
}

// Plays on from this position, in a game of its own.
function tryOther() {
  return guarded(async () => {
    stop();
    const from = { looked, ofFile, at: app.view.at };
    const { token, view } = await ask("/api/branch", { game: String(recording()), at: app.view.at });
    cameFrom = from;
    looked = null;
    await enter(token, view);
  });
}

function backThere() {
  return guarded(async () => {
    const { at } = cameFrom;
    ({ looked, ofFile } = cameFrom);
    cameFrom = null;
    if (looked !== null) {
      app.token = looked;
      sessionStorage.setItem("token", looked);
    }
    app.view = null;
    await load(at);
    fillSeats();
  });
}

export const keys = {
  Home: () => goTo(0), End: () => goTo(app.view.length), " ": run,
  ArrowLeft: () => goTo(app.view.at - 1), ArrowRight: () => goTo(app.view.at + 1),
};

export function listenToScrubber(shows, enters) {
  show = shows;
  enter = enters;
  $("first").addEventListener("click", keys.Home);
  $("back").addEventListener("click", keys.ArrowLeft);
  $("run").addEventListener("click", run);
  $("forward").addEventListener("click", keys.ArrowRight);
  $("last").addEventListener("click", keys.End);
  $("at").addEventListener("input", () => goTo(Number($("at").value)));
  $("seat").addEventListener("change", () => goTo(app.view.at));
  $("look").addEventListener("click", () => lookBack(Infinity));
  $("resume").addEventListener("click", resume);
  $("try").addEventListener("click", tryOther);
  $("back-there").addEventListener("click", backThere);
  $("which").addEventListener("change", async () => {
    ofFile = Number($("which").value);
    $("seat").value = "";
    await goTo(0);
    fillSeats();
  });
}
