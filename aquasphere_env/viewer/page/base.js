// What every part of the page uses: elements by id, requests to the server, names, errors.

export const $ = (id) => document.getElementById(id);

// What the page knows: the server's setting, the token of this tab's game, and the view shown.
export const app = {
  setting: null, token: sessionStorage.getItem("token"), view: null, busy: false,
  comeBack: () => {}, // shows the game again when the server is back
  looksBack: false, // whether the view shows a game that is played in this tab
  leaving: false, // whether another command waits for the end of the one under way
  goOn: () => {}, // ends the pause before another's move
  playOn: () => {}, // shows the others' moves
};

// Whether the window is as narrow as a phone's: the table is a stack of pictures then.
export const narrow = matchMedia("(max-width: 800px)");

export async function ask(address, body) {
  const headers = { Narrow: narrow.matches ? "1" : "0" };
  const options = body === undefined ? { headers } : {
    method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  let reply;
  try {
    reply = await fetch(address, options);
  } catch {
    throw Object.assign(new Error("the server does not answer; is it still running?"), { gone: true });
  }
  const isJson = (reply.headers.get("Content-Type") || "").includes("json");
  const data = isJson ? await reply.json() : { error: await reply.text() };
  if (!reply.ok) throw Object.assign(new Error(data.error), { status: reply.status });
  return data;
}

// Shows an error above everything else, or none; a modal dialog would keep it out of reach.
export function tell(error) {
  const toast = $("error");
  if (toast.matches(":popover-open")) toast.hidePopover();
  $("error-words").textContent = error ? named(error.message) : "";
  if (!error) return;
  document.querySelector("dialog[open]")?.close();
  toast.showPopover();
}

const AGAIN = 1000; // milliseconds until a lost server is looked for again
let waiting = false;

// Tells when a lost server is back; the game goes on where it was, since the server keeps it.
async function waitForServer() {
  if (waiting) return;
  waiting = true;
  for (;;) {
    await new Promise((done) => setTimeout(done, AGAIN));
    try {
      await ask("/api/setting");
      break;
    } catch {
      // not yet
    }
  }
  waiting = false;
  tell(null);
  app.comeBack();
}

// Runs a command and shows what went wrong. One that only looks needs no more: it may come at any time.
export async function told(command) {
  try {
    await command();
    tell(null);
  } catch (error) {
    tell(error);
    if (error.gone) waitForServer();
  }
}

let underWay = Promise.resolve();

// Runs a command that changes what is shown, unless another one is under way.
export async function guarded(command) {
  if (app.busy) return;
  app.busy = true;
  app.leaving = false;
  document.body.dataset.state = "busy";
  underWay = told(command);
  await underWay;
  app.busy = false;
  const view = app.view;
  document.body.dataset.state = !view ? "empty" : view.result ? "over" : "ready";
}

// Runs a command as soon as the one under way has ended; the others' moves are not shown to their end.
export async function instead(command) {
  app.leaving = true;
  app.goOn();
  await underWay;
  const before = app.view;
  return guarded(async () => {
    try {
      await command();
    } catch (error) {
      tell(error);
      if (app.view === before && before?.waiting && !error.gone) await app.playOn();
      throw error;
    }
  });
}

const PATIENCE = 1500; // milliseconds

// Waits for an answer; ``say`` is called if that takes long.
export async function patiently(answer, say) {
  const timer = setTimeout(say, PATIENCE);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
}

// ---- names ----

export function person(seat) {
  const view = app.view;
  if (view && view.people && view.people[seat].own) return view.people[seat].name;
  const persons = view && view.names ? view.names.filter((name) => name === "human").length : 0;
  const isOwnGame = view && (view.kind === "play" || app.looksBack);
  if (isOwnGame && persons === 1 && view.names[seat] === "human") return "You";
  return view && view.people ? view.people[seat].name : `player_${seat}`;
}

// Puts names where the server says player_0.
export function named(text) {
  return String(text).replace(/player_(\d)(?: \(you\))?/g, (_, seat, at, all) => {
    const name = person(Number(seat));
    const begins = at === 0 || /[:.] $/.test(all.slice(0, at));
    return name === "You" && !begins ? "you" : name;
  });
}

// ---- elements ----

export function element(tag, text, classes) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (classes) made.className = classes;
  return made;
}

export function button(text, command, classes) {
  const made = element("button", text, classes);
  made.type = "button";
  made.addEventListener("click", command);
  return made;
}

export function swatch(seat) {
  return element("span", "", `swatch seat-${seat}`);
}

export function fill(select, values, chosen) {
  select.replaceChildren(...values.map(([value, text]) => {
    const option = element("option", text);
    option.value = value;
    option.selected = String(value) === String(chosen);
    return option;
  }));
}

export function switchTheme() {
  const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  localStorage.setItem("theme", next);
}
