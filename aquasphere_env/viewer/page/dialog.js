// The dialog of a new game: which one, with which options and files, who plays where, how strong.
import { $, app, ask, element, fill } from "/base.js";
import { keepColor, offerColors } from "/colors.js";

let offered = []; // players that can play what is chosen
let asked = 0; // questions to the server, to tell late answers

export function openDialog() {
  const { setting, view } = app;
  fill($("new-game"), setting.games.map((game) => [game.name, game.title]), view ? view.game : setting.game);
  $("new-name").value = localStorage.getItem("name") || "";
  offerColors();
  fillGame(view ? view.num_players : setting.players);
  $("dialog").returnValue = "";
  $("dialog").showModal();
}

function fillGame(chosen) {
  const game = app.setting.games.find((entry) => entry.name === $("new-game").value);
  const usual = game.players.includes(chosen) ? chosen : Math.max(2, game.players[0]);
  fill($("new-players"), game.players.map((n) => [n, n]), usual);
  const rows = [...game.options.map(tick), ...game.files.map(ownFile)];
  const { given } = app.setting;
  if (game.name === app.setting.game && given.length) {
    const words = `as the server was started (${given.join(", ")})`;
    rows.unshift(tick({ name: "given", words }));
    rows[0].querySelector("input").checked = true;
  }
  $("new-options").replaceChildren(...rows);
  return fillPlayers();
}

function tick({ name, words }) {
  const box = element("input");
  box.type = "checkbox";
  box.value = name;
  const label = element("label", undefined, "tick");
  label.append(box, ` ${words}`);
  return label;
}

function ownFile({ name, words }) {
  const chooser = element("input");
  chooser.type = "file";
  chooser.name = name;
  chooser.addEventListener("click", () => { chooser.value = ""; }); // the same file, changed, is a change
  const label = element("label", `${words} `);
  label.append(chooser);
  return label;
}

function fillPlayers() {
  const seats = [...Array(count()).keys()];
  const before = $("new-seat").value;
  fill($("new-seat"), seats.map((seat) => [seat, `${seat + 1} of ${count()}`]), before < count() ? before : 0);
  return check();
}

// Asks the server whether what is chosen can be played, and by whom.
async function check() {
  asked += 1;
  const question = asked;
  $("start").disabled = true;
  let problem = "";
  try {
    const { players } = await ask("/api/players", await chosenGame());
    if (question === asked) offered = players;
  } catch (error) {
    problem = error.message;
  }
  if (question !== asked) return;
  $("new-problem").textContent = problem;
  fillOpponents();
  $("start").disabled = Boolean(problem);
}

function fillOpponents() {
  const before = chosenOpponents();
  const rows = [];
  for (let k = 1; k < count(); k += 1) rows.push(opponent(k, before[k - 1]));
  $("new-opponents").replaceChildren(...rows);
}

function opponent(k, before) {
  const { opponents } = app.setting;
  const row = element("label", count() > 2 ? `Opponent ${k} ` : "Opponent ");
  const select = element("select");
  const names = [...offered, "human"];
  const usual = [before, opponents[Math.min(k, opponents.length) - 1]].find((name) => names.includes(name));
  fill(select, named(names), usual || "greedy");
  row.append(select);
  return row;
}

function count() {
  return Number($("new-players").value);
}

function chosenOpponents() {
  return [...$("new-opponents").querySelectorAll("select")].map((select) => select.value);
}

// Players by their strength in words.
export function named(players) {
  return players.map((name) => {
    if (name === "human") return [name, "a person at this screen"];
    const level = app.setting.levels[name];
    return [name, level ? `${level} (${name})` : name];
  });
}

async function chosenGame() {
  const ticked = [...$("new-options").querySelectorAll(":checked")].map((box) => box.value);
  const files = {};
  for (const chooser of $("new-options").querySelectorAll("[type=file]")) {
    if (chooser.files.length) files[chooser.name] = await chooser.files[0].text();
  }
  return {
    game: $("new-game").value, players: count(), files,
    given: ticked.includes("given"), options: ticked.filter((name) => name !== "given"),
  };
}

async function newGame() {
  const seed = $("new-seed").value.trim();
  const name = $("new-name").value.trim();
  localStorage.setItem("name", name);
  keepColor();
  const body = { ...(await chosenGame()), opponents: chosenOpponents(), seat: Number($("new-seat").value) };
  if (name) body.name = name;
  if (seed) body.seed = Number(seed);
  return body;
}

export function listenToDialog(start) {
  $("new-game").addEventListener("change", () => fillGame());
  $("new-players").addEventListener("change", fillPlayers);
  $("new-options").addEventListener("change", check);
  $("dialog").addEventListener("close", async () => {
    if ($("dialog").returnValue === "start") start(await newGame());
  });
}
