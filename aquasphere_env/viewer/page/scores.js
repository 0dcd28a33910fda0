// Points: the standing, where they came from by source and player, and what each round brought.
import { $, app, element, person, swatch } from "/base.js";

export function showScores() {
  const view = app.view;
  const rows = view.names.map((name, seat) => {
    const row = element("tr", undefined, seat === view.player ? "moving" : "");
    const who = element("th");
    who.scope = "row";
    who.append(swatch(seat), ` ${person(seat)}`);
    const place = view.ranks ? `${view.ranks[seat]}.` : "";
    row.append(who, element("td", place), element("td", strength(name)), element("td", view.scores[seat]));
    return row;
  });
  $("scores").replaceChildren(...rows);
  const { sources, rounds } = view.breakdown;
  $("breakdown").replaceChildren(table("Where points came from", sources), table("Round by round", rounds));
}

export function strength(name) {
  if (name === "human") return "";
  const level = app.setting.levels[name];
  return level ? `${level} (${name})` : name;
}

function table(caption, rows) {
  const made = element("table");
  made.append(element("caption", caption));
  if (!rows.length) {
    return element("p", `${caption}: nothing yet`, "quiet");
  }
  const head = element("tr");
  head.append(element("td"));
  app.view.names.forEach((_, seat) => {
    const cell = element("th");
    cell.scope = "col";
    cell.append(swatch(seat), ` ${person(seat)}`);
    head.append(cell);
  });
  made.append(head);
  for (const [source, ...points] of rows) {
    const row = element("tr");
    const name = element("th", source);
    name.scope = "row";
    row.append(name, ...points.map((n) => element("td", n || "·")));
    made.append(row);
  }
  return made;
}

// How the game ended for who sits here.
export function ending() {
  const view = app.view;
  const seat = view.kind === "play" ? view.viewer : null;
  if (seat === null || !view.ranks || view.names.length === 1) return null;
  const best = view.ranks[seat] === 1;
  const alone = view.ranks.filter((rank) => rank === 1).length === 1;
  const words = best ? (alone ? "You won" : "You share the victory") : "You lost";
  const points = view.scores[seat];
  return `${words} with ${points} ${points === 1 ? "point" : "points"}`;
}
