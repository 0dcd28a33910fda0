// The page: it shows what the server says and sends back what is clicked. No state of its own but the
// token of this tab's session, so that two tabs do not disturb each other.
import { $, ask, button, element, fill, switchTheme } from "/base.js";

const PAUSE = 350; // milliseconds between moves of agents, and positions of a running replay
const QUICK = 6; // so many legal actions also stand beside the prompt

let setting = null;
let token = sessionStorage.getItem("token");
let view = null;
let busy = false;
let running = null; // timer of a running replay

function tell(error) {
  $("error").textContent = error ? error.message : "";
  $("error").hidden = !error;
}

// Runs one command at a time and shows what went wrong.
async function guarded(command) {
  if (busy) return;
  busy = true;
  document.body.dataset.state = "busy";
  try {
    await command();
    tell(null);
  } catch (error) {
    tell(error);
  } finally {
    busy = false;
    document.body.dataset.state = !view ? "empty" : view.result ? "over" : "ready";
  }
}

// ---- showing ----

function show(next) {
  view = next;
  document.title = `${view.title} · seed ${view.seed}`;
  $("title").textContent = view.title;
  $("prompt").textContent = promptText();
  hideMenu();
  showBoard();
  showActions();
  showScores();
  showLog();
  showOpinion(view.opinion);
  showScrubber();
  document.body.dataset.position = view.position ?? view.at;
}

function promptText() {
  if (view.result) return view.result;
  const who = `player_${view.player}`;
  if (view.kind === "replay") return `${who} to decide, ${view.num_legal} legal actions`;
  if (view.waiting && view.player === null) return "the other players are deciding …";
  if (view.waiting) return `${who} (${view.names[view.player]}) is thinking …`;
  return `${who}: your decision, ${view.legal.length} legal actions`;
}

function showBoard() {
  const parsed = new DOMParser().parseFromString(view.svg, "image/svg+xml");
  const svg = document.importNode(parsed.documentElement, true);
  const words = new Map(view.legal.map((action) => [String(action.id), action.words]));
  for (const piece of svg.querySelectorAll("[data-actions]")) {
    const legal = piece.dataset.actions.split(" ").filter((id) => words.has(id));
    if (!legal.length) continue;
    piece.dataset.playable = legal.join(" ");
    piece.setAttribute("tabindex", "0");
    piece.setAttribute("role", "button");
    piece.setAttribute("aria-label", legal.map((id) => words.get(id)).join(" or "));
    piece.addEventListener("click", (event) => choose(legal, piece, event));
    piece.addEventListener("keydown", (event) => {
      if (event.key === "Enter") choose(legal, piece, event);
    });
  }
  $("board").replaceChildren(svg);
}

function showActions() {
  const entries = view.legal.map((action) => {
    const entry = element("li");
    const choice = button(action.words, () => act(action.id));
    choice.dataset.action = action.id;
    if (action.rules) choice.append(" ", element("span", action.rules, "rules"));
    entry.append(choice);
    return entry;
  });
  $("actions").replaceChildren(...entries);
  const quick = view.legal.length <= QUICK ? view.legal : [];
  $("quick").replaceChildren(...quick.map((a) => button(a.words, () => act(a.id))));
}

function showScores() {
  const rows = view.names.map((name, seat) => {
    const row = element("tr", undefined, seat === view.player ? "moving" : "");
    const who = element("td");
    who.append(element("span", "", `swatch seat-${seat}`), ` player_${seat}`);
    const you = seat === view.viewer && view.kind === "play" ? "you" : name;
    row.append(who, element("td", you), element("td", view.scores[seat]));
    return row;
  });
  $("scores").replaceChildren(...rows);
}

function showLog() {
  const at = view.kind === "replay" ? view.at : Infinity;
  const entries = view.log.map((event) => {
    const later = event.decisions > at;
    const entry = element("li", undefined, later ? "later" : "");
    const forced = event.forced ? " (forced)" : "";
    entry.append(element("span", "", `swatch seat-${event.player}`));
    entry.append(` player_${event.player}: ${event.words}${forced} `);
    if (event.rules) entry.append(element("span", event.rules, "rules"));
    if (view.kind === "replay") entry.addEventListener("click", () => goTo(event.decisions));
    return entry;
  });
  $("log").replaceChildren(...entries);
  const past = entries.filter((entry) => !entry.classList.contains("later"));
  const now = past[past.length - 1];
  if (now) {
    now.classList.add("now");
    $("log").scrollTop = now.offsetTop - $("log").offsetTop - $("log").clientHeight / 2;
  }
}

function showOpinion(opinion) {
  $("opinion").replaceChildren();
  if (!opinion) return;
  const value = opinion.value === null ? "" : `, value ${opinion.value.toFixed(2)}`;
  const said = opinion.rule ? `“${opinion.rule}”` : opinion.kind;
  const head = `${opinion.agent} as player_${opinion.player}: ${said}${value}`;
  $("opinion").append(element("p", head, "hint"));
  const scores = opinion.scores.map((entry) => entry.score);
  const low = opinion.kind === "evaluation" ? Math.min(...scores) : 0;
  const high = Math.max(...scores);
  const table = element("table");
  for (const entry of opinion.scores) {
    const row = element("tr", undefined, entry.words === opinion.played ? "played" : "");
    const bar = element("meter");
    bar.value = high > low ? (entry.score - low) / (high - low) : 1;
    const share = opinion.kind === "probability";
    const shown = share ? `${(100 * entry.score).toFixed(1)} %` : entry.score.toFixed(opinion.kind === "visits" ? 0 : 2);
    const cell = element("td");
    cell.append(bar);
    row.append(element("td", entry.words), cell, element("td", shown));
    table.append(row);
  }
  $("opinion").append(table);
}

function showScrubber() {
  const isReplay = view.kind === "replay";
  $("scrubber").hidden = !isReplay;
  for (const id of ["undo", "save", "adviser", "explain"]) $(id).hidden = isReplay;
  $("new").hidden = isReplay;
  $("undo").disabled = !view.can_undo;
  $("explain").disabled = !view.legal.length;
  if (!isReplay) return;
  $("at").max = view.length;
  $("at").value = view.at;
  $("place").textContent = `${view.at} / ${view.length}`;
  $("run").textContent = running ? "⏸" : "⏵";
}

// ---- playing ----

function choose(ids, piece, event) {
  event.preventDefault();
  event.stopPropagation();
  if (ids.length === 1) {
    act(Number(ids[0]));
    return;
  }
  const words = new Map(view.legal.map((action) => [String(action.id), action.words]));
  $("menu").replaceChildren(...ids.map((id) => {
    const choice = button(words.get(id), () => act(Number(id)));
    choice.dataset.action = id;
    return choice;
  }));
  const box = piece.getBoundingClientRect();
  $("menu").hidden = false;
  const left = Math.min(box.left, innerWidth - $("menu").offsetWidth - 8);
  $("menu").style.left = `${Math.max(4, left) + scrollX}px`;
  $("menu").style.top = `${box.bottom + scrollY + 2}px`;
  $("menu").firstChild.focus();
}

function hideMenu() {
  $("menu").hidden = true;
}

function act(id) {
  return guarded(async () => {
    const reply = await ask(`/api/session/${token}/act`, { action: id, position: view.position });
    show(reply.view);
    await agentsPlay();
  });
}

async function agentsPlay() {
  while (view.waiting) {
    await new Promise((done) => setTimeout(done, document.body.dataset.fast ? 0 : PAUSE));
    show((await ask(`/api/session/${token}/advance`, {})).view);
  }
}

function undo() {
  return guarded(async () => {
    show((await ask(`/api/session/${token}/undo`, {})).view);
    await agentsPlay();
  });
}

function explain() {
  return guarded(async () => {
    const body = { agent: $("adviser").value };
    showOpinion((await ask(`/api/session/${token}/explain`, body)).opinion);
  });
}

async function save() {
  await guarded(async () => {
    const { line } = await ask(`/api/session/${token}/log`);
    const link = element("a");
    link.href = URL.createObjectURL(new Blob([`${line}\n`], { type: "application/jsonl" }));
    link.download = `${view.game}-${view.seed}.jsonl`;
    link.click();
    URL.revokeObjectURL(link.href);
  });
}

async function start(body) {
  const reply = await ask("/api/new", { ...body, instead: token });
  token = reply.token;
  sessionStorage.setItem("token", token);
  show(reply.view);
  await agentsPlay();
}

// ---- new game ----

function fillDialog() {
  const games = setting.games.map((game) => [game.name, game.title]);
  fill($("new-game"), games, view ? view.game : setting.game);
  fillPlayers(view ? view.num_players : setting.players);
}

function fillPlayers(chosen) {
  const game = setting.games.find((entry) => entry.name === $("new-game").value);
  fill($("new-players"), game.players.map((n) => [n, n]), chosen ?? Math.max(2, game.players[0]));
  fillOpponents();
}

function fillOpponents() {
  const rows = [];
  for (let seat = 1; seat < Number($("new-players").value); seat += 1) {
    const row = element("label", `player_${seat} `);
    const select = element("select");
    const usual = setting.opponents[Math.min(seat, setting.opponents.length) - 1];
    fill(select, named(setting.agents), usual);
    row.append(select);
    rows.push(row);
  }
  $("new-opponents").replaceChildren(...rows);
}

function named(agents) {
  return agents.map((name) => {
    const level = setting.levels[name];
    return [name, level ? `${level} (${name})` : name];
  });
}

function newGame() {
  const seed = $("new-seed").value.trim();
  const opponents = [...$("new-opponents").querySelectorAll("select")].map((s) => s.value);
  const body = { game: $("new-game").value, players: Number($("new-players").value), opponents };
  if (seed) body.seed = Number(seed);
  return body;
}

// ---- replays ----

function goTo(at) {
  return guarded(async () => {
    const place = Math.max(0, Math.min(at, view ? view.length : 0));
    const seat = $("seat").value;
    const query = `game=${$("which").value || 0}&at=${place}&seat=${seat}`;
    show((await ask(`/api/replay?${query}`)).view);
  });
}

function stop() {
  clearInterval(running);
  running = null;
}

function run() {
  if (running) {
    stop();
    showScrubber();
    return;
  }
  running = setInterval(async () => {
    if (view.at >= view.length) stop();
    await goTo(view.at + (running ? 1 : 0));
  }, PAUSE);
  showScrubber();
}

async function openReplay() {
  fill($("which"), setting.replays.map((name, k) => [k, name]), 0);
  $("which-label").hidden = setting.replays.length < 2;
  await goTo(0);
  fillSeats();
}

function fillSeats() {
  if (!view) return;
  const seats = view.names.map((name, seat) => [seat, `player_${seat} (${name})`]);
  fill($("seat"), [["", "everything"], ...seats], "");
}

// ---- keys and buttons ----

function onKey(event) {
  if (event.target.matches("input:not([type=range]), select") || $("dialog").open) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isReplay = view && view.kind === "replay";
  const commands = { t: switchTheme, Escape: hideMenu };
  if (isReplay) {
    Object.assign(commands, {
      Home: () => goTo(0), End: () => goTo(view.length), " ": run,
      ArrowLeft: () => goTo(view.at - 1), ArrowRight: () => goTo(view.at + 1),
    });
  } else {
    Object.assign(commands, { u: undo, n: openDialog, e: explain });
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

function openDialog() {
  fillDialog();
  $("dialog").returnValue = "";
  $("dialog").showModal();
}

function listen() {
  $("undo").addEventListener("click", undo);
  $("new").addEventListener("click", openDialog);
  $("save").addEventListener("click", save);
  $("explain").addEventListener("click", explain);
  $("theme").addEventListener("click", switchTheme);
  $("new-game").addEventListener("change", () => fillPlayers());
  $("new-players").addEventListener("change", fillOpponents);
  $("dialog").addEventListener("close", () => {
    if ($("dialog").returnValue === "start") guarded(() => start(newGame()));
  });
  $("first").addEventListener("click", () => goTo(0));
  $("back").addEventListener("click", () => goTo(view.at - 1));
  $("run").addEventListener("click", run);
  $("forward").addEventListener("click", () => goTo(view.at + 1));
  $("last").addEventListener("click", () => goTo(view.length));
  $("at").addEventListener("input", () => goTo(Number($("at").value)));
  $("seat").addEventListener("change", () => goTo(view.at));
  $("which").addEventListener("change", async () => {
    $("seat").value = "";
    await goTo(0);
    fillSeats();
  });
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", hideMenu);
}

async function open() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = localStorage.getItem("theme") || dark;
  listen();
  await guarded(async () => {
    setting = await ask("/api/setting");
    const advisers = setting.agents.filter((name) => name !== "human");
    fill($("adviser"), named(advisers), setting.adviser);
    if (setting.replays.length || setting.problems.length) return;
    const kept = token && (await ask("/api/resume", { token })).view;
    if (kept) {
      show(kept);
      await agentsPlay();
    } else {
      await start(setting.seed === null ? {} : { seed: setting.seed });
    }
  });
  if (setting && setting.replays.length) await openReplay();
  if (setting && setting.problems.length) tell(new Error(setting.problems.join("\n")));
}

open();
