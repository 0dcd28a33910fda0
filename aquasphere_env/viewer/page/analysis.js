// A look at the whole game: what a player expects at every decision, and the biggest mistakes.
import { $, app, ask, button, element, named, person, swatch, told } from "/base.js";
import { goTo, lookBack, recording } from "/replay.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 560;
const HEIGHT = 150;
const MISTAKES = 6; // that are listed

let analysed = null; // the recording that is looked at just now

export function analyse() {
  const key = recording();
  if (analysed === key) return;
  analysed = key;
  told(() => look(key)).finally(() => {
    if (analysed === key) analysed = null;
  });
}

async function look(key) {
  const agent = $("adviser").value;
  const found = [];
  let start = 0;
  while (start !== null) {
    const reply = await ask(`/api/analysis?game=${key}&agent=${encodeURIComponent(agent)}&start=${start}`);
    if (recording() !== key) return;
    found.push(...reply.decisions);
    start = reply.next;
    $("analysis").textContent = start === null ? "" : `${start} decisions so far …`;
  }
  showAnalysis(found, agent);
}

function showAnalysis(found, agent) {
  const worst = found.filter((d) => d.loss > 0.005).sort((a, b) => b.loss - a.loss).slice(0, MISTAKES);
  const list = element("ol", undefined, "mistakes");
  for (const decision of worst) {
    const entry = element("li");
    entry.append(button(`${person(decision.player)}, decision ${decision.at + 1}`, () => visit(decision.at)),
      ` ${named(decision.played)}; better: ${named(decision.best)} `,
      element("span", `−${decision.loss.toFixed(2)}`, "loss"));
    list.append(entry);
  }
  if (!found.length) {
    $("analysis").replaceChildren(element("p", "no decision to look at yet", "quiet"));
    return;
  }
  const whose = element("p", "What each player expects: ", "quiet");
  for (const seat of new Set(found.map((decision) => decision.player))) {
    whose.append(swatch(seat), ` ${person(seat)} `);
  }
  const head = worst.length ? "Biggest mistakes" : "No mistakes found";
  $("analysis").replaceChildren(whose, graph(found), element("h3", `${head}, as ${agent} sees it`), list);
}

// Goes to a position; while a game is shown, to the look back at it.
function visit(at) {
  return app.view.kind === "replay" ? goTo(at) : lookBack(at);
}

function graph(found) {
  const shown = found.filter((decision) => decision.value !== null);
  if (!shown.length) return element("p", "this player expects no numbers", "quiet");
  const values = shown.map((decision) => decision.value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const last = Math.max(1, ...shown.map((decision) => decision.at));
  const x = (at) => (WIDTH * at) / last;
  const y = (value) => HEIGHT - 8 - ((HEIGHT - 16) * (value - low)) / (high - low || 1);
  const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "img" });
  svg.setAttribute("aria-label", "what each player may expect, decision by decision");
  svg.append(drawn("path", { d: `M0 ${y(0)}H${WIDTH}`, class: "zero" }));
  for (const value of [low, high]) svg.append(label(value.toFixed(0), y(value)));
  for (const seat of new Set(shown.map((decision) => decision.player))) {
    const own = shown.filter((decision) => decision.player === seat);
    const d = own.map((decision, k) => `${k ? "L" : "M"}${x(decision.at)} ${y(decision.value)}`).join("");
    svg.append(drawn("path", { d, class: `line seat-line-${seat}` }));
  }
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    visit(Math.round((last * (event.clientX - box.left)) / box.width));
  });
  return svg;
}

// A value beside the graph, inside of its edges.
function label(words, y) {
  const text = drawn("text", { x: 3, y: Math.max(20, Math.min(HEIGHT - 3, y + 8)), class: "scale" });
  text.textContent = words;
  return text;
}

function drawn(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
