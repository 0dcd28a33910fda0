// The page: it shows what the server says and sends back what is clicked. No state of its own but the
// token of this tab's game, so that two tabs do not disturb each other.
import {
  $, app, ask, element, fill, guarded, instead, named, narrow, patiently, person, switchTheme, tell, told,
} from "/base.js";
import { analyse } from "/analysis.js";
import { candidates, listenToBoard, onChoice, showBoard, unpick } from "/board.js";
import { showChoices } from "/choices.js";
import { showColors } from "/colors.js";
import { listenToDialog, named as strengths, openDialog } from "/dialog.js";
import { drawIcons } from "/icons.js";
import { showLog, showNews } from "/log.js";
import { listenToTabs, openTab, showOpinion } from "/opinion.js";
import { forget, goTo, keys as replayKeys, listenToScrubber, openReplay, showScrubber } from "/replay.js";
import { listenToDrawer, openRules } from "/rules.js";
import { listenToSaved } from "/saved.js";
import { ending, showScores } from "/scores.js";
import { listenForTips, showTip } from "/tips.js";
import { isNew, listenToTour, startTour } from "/tour.js";

const OFFERED = 20; // decisions during which the tour is offered to who has not seen it

// ---- showing ----

function show(next) {
  const before = app.view;
  const wasOver = before && before.result;
  const focused = focusedPlace();
  app.view = next;
  document.title = `${next.title} · seed ${next.seed}`;
  $("title").textContent = next.title;
  $("round").textContent = next.result ? "the game is over" : next.round;
  $("prompt").textContent = promptText();
  showTip(null);
  showColors();
  showBoard(next, before && before.game === next.game && before.kind === next.kind ? before : null);
  showChoices(act);
  showScores();
  showLog(goTo);
  showNews();
  $("offer").hidden = next.kind !== "play" || next.decisions > OFFERED || !isNew();
  showOpinion(next.opinion);
  showScrubber();
  if (next.result && !wasOver && next.kind === "play") openTab("scores");
  document.body.dataset.position = next.position ?? next.at;
  focusAgain(focused);
}

function promptText() {
  const { view } = app;
  if (view.result) return [ending(), named(view.result)].filter(Boolean).join(": ");
  if (view.waiting && view.player === null) return "The other players are deciding …";
  if (view.waiting) return `${person(view.player)} is thinking …`;
  const who = person(view.player);
  return view.asked ? `${who}: ${named(view.asked)}` : `${who} to decide`;
}

// ---- focus stays where it was when the page is shown again ----

function focusedPlace() {
  const at = document.activeElement;
  if (at && $("choices").contains(at)) return "choices";
  return at && $("board").contains(at) && at !== $("board") ? at.id || "board" : null;
}

function focusAgain(place) {
  if (!place) return;
  const piece = place === "choices" ? null : document.getElementById(place);
  const first = place === "choices" ? $("choices").querySelector("button[data-action]") : null;
  const any = $("board").querySelector(".playable");
  (first || (piece && piece.matches(".playable") ? piece : any) || $("board")).focus({ preventScroll: true });
}

// ---- playing ----

function act(id) {
  return guarded(async () => {
    const reply = await ask(`/api/session/${app.token}/act`, { action: id, position: app.view.position });
    show(reply.view);
    await agentsPlay();
  });
}

let skipping = false;

app.playOn = agentsPlay;

async function agentsPlay() {
  skipping = false;
  try {
    while (app.view.waiting && !app.leaving) {
      await pause();
      if (app.leaving) return;
      show((await patiently(ask(`/api/session/${app.token}/advance`, {}), sayCompiling)).view);
    }
  } finally {
    const isFocused = [$("next"), $("skip")].includes(document.activeElement);
    $("next").hidden = $("skip").hidden = true;
    if (isFocused) focusAgain("choices");
  }
}

function sayCompiling() {
  $("prompt").textContent = `${promptText()} ${app.view.compiling}`;
}

// Waits between moves of others: a while, or until "Next" or "Skip" is chosen.
function pause() {
  const speed = $("speed").value;
  const last = app.view.log[app.view.log.length - 1];
  const ownMove = !last || last.player === app.view.viewer;
  if (skipping || document.body.dataset.fast || ownMove) return Promise.resolve();
  $("next").hidden = $("skip").hidden = false;
  return new Promise((done) => {
    app.goOn = done;
    const { player } = app.view;
    if (speed === "step") $("prompt").textContent = `${player === null ? "Somebody" : person(player)} moves next`;
    else setTimeout(done, Number(speed));
  });
}

function skip() {
  skipping = true;
  app.goOn();
}

function undo() {
  if (!app.view?.can_undo) return null;
  return instead(async () => {
    show((await ask(`/api/session/${app.token}/undo`, {})).view);
    await agentsPlay();
  });
}

function explain() {
  openTab("opinion");
  if (app.view.kind === "replay") return goTo(app.view.at);
  return guarded(async () => {
    const agent = $("adviser").value;
    const answer = ask(`/api/session/${app.token}/explain`, { agent });
    const say = () => $("opinion").replaceChildren(element("p", app.setting.compiling, "quiet"));
    showOpinion((await patiently(answer, say)).opinion);
  });
}

async function save() {
  await told(async () => {
    const { line } = await ask(`/api/session/${app.token}/log`);
    const link = element("a");
    link.href = URL.createObjectURL(new Blob([`${line}\n`], { type: "application/jsonl" }));
    link.download = `${app.view.game}-${app.view.seed}.jsonl`;
    link.click();
    URL.revokeObjectURL(link.href);
  });
}

async function start(body) {
  const reply = await ask("/api/new", { ...body, instead: app.token });
  await enterAnother(reply.token, reply.view);
}

function enterAnother(token, view) {
  forget();
  return enter(token, view);
}

async function enter(token, view) {
  if (token !== app.token) {
    $("analysis").replaceChildren();
    openTab("log");
  }
  app.token = token;
  sessionStorage.setItem("token", token);
  app.view = null;
  show(view);
  await agentsPlay();
}

// ---- keys and buttons ----

function onKey(event) {
  const typing = event.target.matches("input:not([type=range]), select, textarea");
  if (typing || document.querySelector("dialog[open]")) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { view } = app;
  const commands = { t: switchTheme, r: () => told(() => openRules(null)), Escape: leave, n: openDialog, e: explain };
  if (view && view.kind === "replay") Object.assign(commands, replayKeys);
  else {
    Object.assign(commands, { u: undo });
    const number = Number(event.key);
    if (number >= 1 && view && number <= view.legal.length) {
      commands[event.key] = () => act(view.legal[number - 1].id);
    }
  }
  if (event.key === " " && event.target.matches("button")) return;
  if (commands[event.key]) {
    event.preventDefault();
    commands[event.key]();
  }
}

// The server was lost and is back: what it knows of the game is shown.
app.comeBack = () => guarded(async () => {
  if (!app.view || app.view.kind !== "play") return;
  const { view } = await ask("/api/resume", { token: app.token });
  if (!view) throw new Error("the server does not have this game any more");
  show(view);
  await agentsPlay();
});

// The window has become narrow or wide: the pictures are others.
function showAgain() {
  if (!app.view) return;
  if (app.view.kind === "replay") goTo(app.view.at);
  else app.comeBack();
}

function leave() {
  showTip(null);
  tell(null);
  unpick();
}

function listen() {
  $("undo").addEventListener("click", undo);
  $("new").addEventListener("click", openDialog);
  $("save").addEventListener("click", save);
  $("explain").addEventListener("click", explain);
  $("analyse").addEventListener("click", analyse);
  $("theme").addEventListener("click", switchTheme);
  $("unpick").addEventListener("click", unpick);
  $("next").addEventListener("click", () => app.goOn());
  $("skip").addEventListener("click", skip);
  $("offer-tour").addEventListener("click", startTour);
  $("error-close").addEventListener("click", () => tell(null));
  $("speed").value = localStorage.getItem("speed") || "800";
  $("speed").addEventListener("change", () => {
    localStorage.setItem("speed", $("speed").value);
    app.goOn();
  });
  document.addEventListener("keydown", onKey);
  onChoice(act, () => {
    showChoices(act);
    if (candidates().length) $("choices").scrollTop = 0;
  });
  narrow.addEventListener("change", showAgain);
  listenToBoard();
  listenToTabs();
  listenToDrawer();
  listenToTour();
  listenForTips();
  listenToScrubber(show, enter);
  listenToDialog((body) => instead(() => start(body)));
  listenToSaved(enterAnother);
}

async function open() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = localStorage.getItem("theme") || dark;
  drawIcons();
  listen();
  await guarded(async () => {
    app.setting = await ask("/api/setting");
    const { setting } = app;
    const advisers = setting.agents.filter((name) => name !== "human");
    fill($("adviser"), strengths(advisers), setting.adviser);
    if (setting.replays.length || setting.problems.length) return;
    const kept = app.token && (await ask("/api/resume", { token: app.token })).view;
    if (kept) await enter(app.token, kept);
    else await start(setting.seed === null ? {} : { seed: setting.seed });
  });
  const { setting } = app;
  if (setting && setting.replays.length) await openReplay();
  if (setting && setting.problems.length) tell(new Error(setting.problems.join("\n")));
}

open();
