// The games that are kept: a list to go on with, and log files to open.
import { $, ask, button, element, instead, told } from "/base.js";

let enter = () => {};

async function openSaved() {
  const { games } = await ask("/api/games");
  const rows = games.map((game) => {
    const row = element("li");
    const words = `${game.title}: ${game.people.join(", ")}`;
    row.append(button(game.is_over ? "Look" : "Go on", () => go(game.token)), ` ${words} `,
      element("span", `${game.state}, ${game.when}`, "quiet"));
    return row;
  });
  $("saved-list").replaceChildren(...(rows.length ? rows : [element("li", "no game yet", "quiet")]));
  $("saved").showModal();
}

function go(token) {
  return instead(async () => {
    $("saved").close();
    const { view } = await ask("/api/resume", { token });
    if (!view) throw new Error("this game cannot go on here: it is of another version of the game");
    await enter(token, view);
  });
}

async function openFile(file) {
  const [line] = (await file.text()).split("\n").filter((text) => text.trim());
  const { token, view } = await ask("/api/open", { line: line || "" });
  $("saved").close();
  await enter(token, view);
}

export function listenToSaved(enters) {
  enter = enters;
  $("saved-file").addEventListener("change", () => {
    const [file] = $("saved-file").files;
    $("saved-file").value = "";
    if (file) instead(() => openFile(file));
  });
  $("games").addEventListener("click", () => told(openSaved));
  $("saved-close").addEventListener("click", () => $("saved").close());
}
