// The dialog of a new game: which one, who plays where, how strong.
import { $, app, element, fill } from "/base.js";

let offered = []; // players that can play the game chosen

export function openDialog() {
  const { setting, view } = app;
  fill($("new-game"), setting.games.map((game) => [game.name, game.title]), view ? view.game : setting.game);
  $("new-name").value = localStorage.getItem("name") || "";
  fillPlayers(view ? view.num_players : setting.players);
  $("dialog").returnValue = "";
  $("dialog").showModal();
}

async function fillPlayers(chosen) {
  const game = app.setting.games.find((entry) => entry.name === $("new-game").value);
  const usual = game.players.includes(chosen) ? chosen : Math.max(2, game.players[0]);
  fill($("new-players"), game.players.map((n) => [n, n]), usual);
  $("new-options").replaceChildren(...game.options.map(({ name, words }) => {
    const box = element("input");
    box.type = "checkbox";
    box.value = name;
    const label = element("label", undefined, "tick");
    label.append(box, ` ${words}`);
    return label;
  }));
  await fillOpponents();
}

async function fillOpponents() {
  $("start").disabled = true; // until it is known who can play
  const count = Number($("new-players").value);
  const game = $("new-game").value;
  const seats = [...Array(count).keys()];
  const before = $("new-seat").value;
  fill($("new-seat"), seats.map((seat) => [seat, `${seat + 1} of ${count}`]), before < count ? before : 0);
  const reply = await fetch(`/api/players?game=${game}&players=${count}`);
  offered = reply.ok ? (await reply.json()).players : Object.keys(app.setting.levels);
  const rows = [];
  for (let k = 1; k < count; k += 1) rows.push(opponent(k));
  $("new-opponents").replaceChildren(...rows);
  $("start").disabled = false;
}

function opponent(k) {
  const { opponents } = app.setting;
  const row = element("label", count() > 2 ? `Opponent ${k} ` : "Opponent ");
  const select = element("select");
  const usual = opponents[Math.min(k, opponents.length) - 1];
  fill(select, named([...offered, "human"]), offered.includes(usual) || usual === "human" ? usual : "greedy");
  row.append(select);
  return row;
}

function count() {
  return Number($("new-players").value);
}

// Players by their strength in words.
export function named(players) {
  return players.map((name) => {
    if (name === "human") return [name, "a person at this screen"];
    const level = app.setting.levels[name];
    return [name, level ? `${level} (${name})` : name];
  });
}

export function newGame() {
  const seed = $("new-seed").value.trim();
  const opponents = [...$("new-opponents").querySelectorAll("select")].map((s) => s.value);
  const name = $("new-name").value.trim();
  localStorage.setItem("name", name);
  const body = { game: $("new-game").value, players: count(), opponents, seat: Number($("new-seat").value) };
  const ticked = [...$("new-options").querySelectorAll(":checked")].map((box) => box.value);
  if (ticked.length) body.options = ticked;
  if (name) body.name = name;
  if (seed) body.seed = Number(seed);
  return body;
}

export function listenToDialog(start) {
  $("new-game").addEventListener("change", () => fillPlayers());
  $("new-players").addEventListener("change", fillOpponents);
  $("dialog").addEventListener("close", () => {
    if ($("dialog").returnValue === "start") start(newGame());
  });
}
