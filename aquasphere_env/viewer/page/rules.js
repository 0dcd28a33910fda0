// The rules of the game in a drawer, made from the game's page; and what the signs mean.
import { $, app, ask, element, told } from "/base.js";

const SVG = "http://www.w3.org/2000/svg";
const SHOWN = ["Words", "Rules", "How a good beginner plays", "Decisions", "Scoring"];
const RULE_ID = /^[A-Z]{2}-[A-Z]+\d+/;
let opened = null; // the game whose rules are in the drawer

export async function openRules(id) {
  await fillDrawer();
  if (!$("drawer").open) $("drawer").showModal();
  const place = id ? document.getElementById(`rule-${id}`) : null;
  for (const old of $("drawer-body").querySelectorAll(".found")) old.classList.remove("found");
  if (place) {
    place.classList.add("found");
    place.scrollIntoView({ block: "center" });
  } else {
    $("drawer-body").scrollTop = 0;
  }
}

async function fillDrawer() {
  const { game, title } = app.view;
  if (opened === game) return;
  const { page, legend } = await ask(`/api/rules?game=${game}`);
  $("drawer-title").textContent = `${title}: signs and rules`;
  $("drawer-body").replaceChildren(element("h3", "Signs"), legendOf(legend), ...rulesOf(page));
  opened = game;
}

function legendOf(legend) {
  const list = element("dl", undefined, "legend");
  for (const { icon, sign, words } of legend) {
    const term = element("dt", sign);
    if (icon) {
      const svg = document.createElementNS(SVG, "svg");
      svg.setAttribute("viewBox", "-13 -13 26 26");
      svg.setAttribute("aria-hidden", "true");
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("d", icon.path);
      path.setAttribute("fill", icon.color);
      path.setAttribute("fill-rule", "evenodd");
      svg.append(path);
      term.append(svg);
    }
    list.append(term, element("dd", words));
  }
  return list;
}

// ---- the game's page, which is Markdown: headings, lists, tables and paragraphs ----

function rulesOf(page) {
  const sections = page.replace(/<!--[^]*?-->/g, "").split(/^## /m);
  const told = sections.filter((section) => SHOWN.some((name) => section.startsWith(name)));
  return told.flatMap((section) => {
    const [head, ...lines] = section.split("\n");
    return [element("h3", head), ...blocks(lines)];
  });
}

function blocks(lines) {
  const made = [];
  let open = []; // lines of the block under way
  const close = () => {
    if (open.length) made.push(block(open));
    open = [];
  };
  for (const line of lines) {
    if (!line.trim()) close();
    else if (/^(- |\d+\. |### )/.test(line)) {
      close();
      open.push(line);
    } else if (line.startsWith("|") && open.length && !open[0].startsWith("|")) {
      close();
      open.push(line);
    } else open.push(line);
  }
  close();
  return made;
}

function block(lines) {
  if (lines[0].startsWith("|")) return table(lines);
  const words = lines.join(" ");
  if (words.startsWith("### ")) return element("h4", words.slice(4));
  const item = element("p", undefined, words.startsWith("- ") ? "item" : "");
  item.append(...inline(words.replace(/^- /, "")));
  const id = RULE_ID.exec(words.replace(/^- \**/, ""));
  if (id) item.id = `rule-${id[0]}`;
  return item;
}

function table(lines) {
  const rows = lines.filter((line) => !/^\|[\s|:-]+\|$/.test(line)).map((line) => line.split("|").slice(1, -1));
  const made = element("table");
  for (const [k, cells] of rows.entries()) {
    const row = element("tr");
    for (const cell of cells) {
      const box = element(k ? "td" : "th");
      box.append(...inline(cell.trim()));
      row.append(box);
    }
    const id = RULE_ID.exec(cells[0].trim());
    if (id) row.id = `rule-${id[0]}`;
    made.append(row);
  }
  return made;
}

function inline(words) {
  return words.split(/(\*\*.+?\*\*|\*.+?\*|`.+?`|\[.+?\]\(.+?\))/).filter(Boolean).map((piece) => {
    if (piece.startsWith("**")) return element("strong", piece.slice(2, -2));
    if (piece.startsWith("*")) return element("em", piece.slice(1, -1));
    if (piece.startsWith("`")) return element("code", piece.slice(1, -1));
    const link = /^\[(.+?)\]\(/.exec(piece);
    return document.createTextNode(link ? link[1] : piece);
  });
}

export function listenToDrawer() {
  $("rules").addEventListener("click", () => told(() => openRules(null)));
  $("drawer-close").addEventListener("click", () => $("drawer").close());
}
