// What a player thinks of a position: every action with its score, best first, and the lines it sees.
import { $, element, named, person } from "/base.js";
import { hint } from "/board.js";

// What the numbers beside the actions are, by the kind of opinion.
const KINDS = {
  evaluation: "points after each move",
  probability: "how likely it plays each move",
  visits: "simulations of each move",
};

export function showOpinion(opinion) {
  $("opinion").replaceChildren();
  if (!opinion) return;
  const value = opinion.value === null ? "" : `; it expects ${opinion.value.toFixed(2)}`;
  const said = opinion.rule ? `“${opinion.rule}”` : KINDS[opinion.kind] ?? opinion.kind;
  const who = person(opinion.player);
  const place = who === "You" ? "your place" : `${who}'s place`;
  $("opinion").append(element("p", `${opinion.agent} in ${place}: ${said}${value}`, "quiet"));
  const scores = opinion.scores.map((entry) => entry.score);
  const low = opinion.kind === "evaluation" ? Math.min(...scores) : 0;
  const high = Math.max(...scores);
  const table = element("table");
  for (const entry of opinion.scores) {
    const share = high > low ? (entry.score - low) / (high - low) : 1;
    table.append(row(entry, share, opinion));
  }
  $("opinion").append(table);
}

function row(entry, share, opinion) {
  const made = element("tr", undefined, entry.id === opinion.played ? "played" : "");
  const words = element("td", named(entry.words));
  if (entry.id === opinion.played) words.append(element("strong", " (played)"));
  if (entry.line && entry.line.length) words.append(element("div", entry.line.map(named).join(" → "), "quiet"));
  const bar = element("div", undefined, "bar");
  bar.style.setProperty("--share", share);
  const cell = element("td");
  cell.append(bar);
  made.append(words, cell, element("td", shown(entry.score, opinion.kind)));
  made.addEventListener("pointerenter", () => hint(entry.id));
  made.addEventListener("pointerleave", () => hint(null));
  return made;
}

function shown(score, kind) {
  if (kind === "probability") return `${(100 * score).toFixed(1)} %`;
  return score.toFixed(kind === "visits" ? 0 : 2);
}

// The tabs beside the board.
const TABS = ["log", "scores", "opinion"];

export function openTab(name) {
  for (const tab of TABS) {
    $(`tab-${tab}`).setAttribute("aria-selected", String(tab === name));
    $(`tab-${tab}`).tabIndex = tab === name ? 0 : -1;
    $(`show-${tab}`).hidden = tab !== name;
  }
}

export function listenToTabs() {
  for (const [k, tab] of TABS.entries()) {
    $(`tab-${tab}`).addEventListener("click", () => openTab(tab));
    $(`tab-${tab}`).addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = TABS[(k + step + TABS.length) % TABS.length];
      event.stopPropagation();
      openTab(next);
      $(`tab-${next}`).focus();
    });
  }
  openTab("log");
}
