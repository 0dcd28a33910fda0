// Pictures in their frames: parts that are the same as before stay, so that only the others are drawn.

const PART = '<g class="part"'; // as every part begins, see drawing/svg.py
const shown = new WeakMap(); // by frame: the picture, what it begins with, and the texts of its parts

// Shows the SVG ``text`` in ``frame``; returns the elements that are new. Other names: nothing stays.
export function showPicture(frame, text, names) {
  const [start, ...rest] = text.slice(0, text.lastIndexOf("</svg>")).split(PART);
  const head = names + start;
  const texts = rest.map((inner) => PART + inner.trimEnd());
  const before = shown.get(frame);
  if (before?.head === head && before.svg.parentNode === frame) {
    const fresh = replaceParts(before, texts, start);
    before.texts = texts;
    return fresh;
  }
  const svg = parsed(text);
  frame.replaceChildren(svg);
  shown.set(frame, { head, svg, texts, parts: partsOf(svg) });
  return [svg];
}

function parsed(text) {
  const svg = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  svg.replaceChildren(...svg.children); // without the line breaks between the parts
  return svg;
}

function partsOf(svg) {
  return [...svg.children].filter((child) => child.matches(".part"));
}

function replaceParts(before, texts, start) {
  const known = new Map(); // elements by their text; several parts may have the same
  before.texts.forEach((text, k) => known.set(text, [...(known.get(text) || []), before.parts[k]]));
  const kept = texts.map((text) => known.get(text)?.shift());
  const added = texts.filter((_, k) => !kept[k]);
  const fresh = added.length ? partsOf(parsed(`${start}${added.join("")}</svg>`)) : [];
  const made = fresh.values();
  for (const old of [...known.values()].flat()) old.remove();
  const parts = kept.map((part) => part || made.next().value);
  let next = before.svg.querySelector(":scope > .part");
  for (const part of parts) {
    if (part === next) next = nextPart(next);
    else before.svg.insertBefore(part, next);
  }
  before.parts = parts;
  return fresh;
}

function nextPart(part) {
  let next = part.nextElementSibling;
  while (next && !next.matches(".part")) next = next.nextElementSibling;
  return next;
}
