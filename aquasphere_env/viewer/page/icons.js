// Drawn icons, so that no button depends on the signs of a font.

const PATHS = {
  first: "M4 4h3v16H4zM20 4v16L8 12z",
  back: "M17 4v16L6 12z",
  run: "M7 4v16l12-8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  forward: "M7 4v16l11-8z",
  last: "M17 4h3v16h-3zM4 4v16l12-8z",
  undo: "M9 4L3 9l6 5v-3h5a4 4 0 0 1 0 8H8v3h6a7 7 0 0 0 0-14H9z",
  theme: "M12 3a9 9 0 1 0 .1 0zM12 5.500v13a6.500 6.500 0 0 1 0-13z",
  close: "M6 4l6 6 6-6 2 2-6 6 6 6-2 2-6-6-6 6-2-2 6-6-6-6z",
};
const SVG = "http://www.w3.org/2000/svg";

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

// Draws the icon of every button that names one; a button without words is named by its title.
export function drawIcons() {
  for (const button of document.querySelectorAll("[data-icon]")) setIcon(button, button.dataset.icon);
}

export function setIcon(button, name) {
  button.querySelector("svg.icon")?.remove();
  button.prepend(icon(name));
  if (!button.textContent.trim()) button.setAttribute("aria-label", button.title);
}
