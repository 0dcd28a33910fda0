// What happened: the log by rounds with effects, and what happened since one's last turn.
import { $, app, element, named, person, swatch } from "/base.js";
import { effects, rule } from "/choices.js";

export function showLog(goTo) {
  const view = app.view;
  const at = view.kind === "replay" ? view.at : Infinity;
  const entries = [];
  let round = null;
  for (const event of view.log) {
    if (event.round !== round) entries.push(element("li", event.round, "round"));
    round = event.round;
    const entry = line(event);
    entry.classList.toggle("later", event.decisions > at);
    if (view.kind === "replay") entry.addEventListener("click", () => goTo(event.decisions));
    entries.push(entry);
  }
  $("log").replaceChildren(...entries);
  const past = entries.filter((entry) => !entry.matches(".later, .round"));
  const now = past[past.length - 1];
  if (now) {
    now.classList.add("now");
    const panel = $("show-log");
    panel.scrollTop = now.offsetTop - panel.offsetTop - panel.clientHeight / 2;
  }
}

// One move: who, what, what it changed, and where points came from if that is not plain.
export function line(event) {
  const entry = element("li");
  entry.append(swatch(event.player), ` ${person(event.player)}: `, named(event.words));
  if (event.forced) entry.append(element("span", " (no choice)", "quiet"));
  const own = ([seat]) => (Number(seat) === event.player ? 0 : 1);
  for (const [seat, effect] of Object.entries(event.effects).sort((a, b) => own(a) - own(b))) {
    const who = Number(seat) === event.player ? " " : ` ${person(Number(seat))} `;
    entry.append(who, ...effects(effect));
  }
  if (event.rules) entry.append(" ", rule(event.rules));
  const bySeat = new Map();
  for (const [seat, source, points] of event.points) {
    bySeat.set(seat, [...(bySeat.get(seat) || []), `${source} ${signed(points)}`]);
  }
  if (event.points.length > 1) {
    for (const [seat, words] of bySeat) {
      entry.append(element("div", `${person(seat)}: ${words.join(", ")}`, "scoring"));
    }
  }
  return entry;
}

export function signed(points) {
  return points < 0 ? `−${-points}` : `+${points}`;
}

export function showNews() {
  const view = app.view;
  const isPlay = view.kind === "play";
  const shown = isPlay ? view.log.slice(view.since) : view.log.filter((e) => e.decisions <= view.at).slice(-6);
  $("news-title").textContent = isPlay ? "Since your last turn" : "Moves up to here";
  const lines = shown.map(line).reverse();
  $("news-list").replaceChildren(...(lines.length ? lines : [element("li", "nothing yet", "quiet")]));
}
