// A recorded game in one file: positions are put together from the parts that they share.
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const PAUSE = 900;
let at = 0;
let timer = null;

function show(next) {
  at = Math.max(0, Math.min(next, data.frames.length - 1));
  const parts = data.frames[at].map((k) => data.parts[k]).join("");
  const svg = new DOMParser().parseFromString(`${data.head}${parts}</svg>`, "image/svg+xml").documentElement;
  $("board").replaceChildren(document.importNode(svg, true));
  $("at").value = at;
  $("place").textContent = `${at} / ${data.frames.length - 1}`;
  $("result").textContent = at === data.frames.length - 1 ? data.result : "";
  let now = null;
  for (const entry of $("log").querySelectorAll("button")) {
    const later = Number(entry.dataset.at) > at;
    entry.className = later ? "later" : "";
    if (!later) now = entry;
  }
  if (now) {
    now.className = "now";
    now.scrollIntoView({ block: "nearest" });
  }
}

function fillLog() {
  let round = null;
  for (const event of data.events) {
    if (event.round !== round) {
      const head = document.createElement("li");
      head.className = "round";
      head.textContent = round = event.round;
      $("log").append(head);
    }
    const entry = document.createElement("li");
    const line = document.createElement("button");
    line.textContent = event.text;
    line.dataset.at = event.at;
    line.addEventListener("click", () => show(event.at));
    entry.append(line);
    $("log").append(entry);
  }
}

function run() {
  clearInterval(timer);
  timer = timer ? null : setInterval(() => (at < data.frames.length - 1 ? show(at + 1) : run()), PAUSE);
  $("run").textContent = timer ? "Pause" : "Play";
}

const commands = { first: () => show(0), back: () => show(at - 1), run, forward: () => show(at + 1),
  last: () => show(data.frames.length - 1) };
for (const [id, command] of Object.entries(commands)) $(id).addEventListener("click", command);
$("at").max = data.frames.length - 1;
$("at").addEventListener("input", () => show(Number($("at").value)));
$("theme").addEventListener("click", () => {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
});
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step && event.target !== $("at")) show(at + step);
});
fillLog();
show(0);
