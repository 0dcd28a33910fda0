// What happened: the log by rounds with effects, and what happened since one's last turn.
import { $, app, element, named, person, swatch } from "/base.js";
import { effects, rule } from "/choices.js";

let shown = { log: [], whose: null }; // what the list tells: the events, and whose they are

export function showLog(goTo) {
  const view = app.view;
  const whose = [view.kind, view.game, view.viewer, ...view.people.map(({ name }) => name)].join();
  const known = shown.whose === whose ? common(shown.log, view.log) : 0;
  const list = $("log");
  while (Number(list.lastElementChild?.dataset.number) >= known) list.lastElementChild.remove();
  for (let k = known; k < view.log.length; k += 1) {
    const event = view.log[k];
    const begins = !k || view.log[k - 1].round !== event.round;
    if (begins) list.append(numbered(element("li", event.round, "round"), k));
    const entry = numbered(line(event), k);
    if (view.kind === "replay") entry.addEventListener("click", () => goTo(event.decisions));
    list.append(entry);
  }
  shown = { log: view.log, whose };
  markNow(list, view);
}

// How many events at the beginning are the same in both logs.
function common(one, other) {
  let k = 0;
  while (k < one.length && k < other.length && JSON.stringify(one[k]) === JSON.stringify(other[k])) k += 1;
  return k;
}

function numbered(entry, k) {
  entry.dataset.number = k;
  return entry;
}

// Marks the last move up to the position shown, and brings it into view.
function markNow(list, view) {
  const at = view.kind === "replay" ? view.at : Infinity;
  let now = null;
  for (const entry of list.children) {
    if (entry.matches(".round")) continue;
    const isLater = view.log[entry.dataset.number].decisions > at;
    entry.classList.toggle("later", isLater);
    entry.classList.remove("now");
    if (!isLater) now = entry;
  }
  if (!now) return;
  now.classList.add("now");
  const panel = $("show-log");
  if (!panel.hidden) panel.scrollTop = now.offsetTop - panel.offsetTop - panel.clientHeight / 2;
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
