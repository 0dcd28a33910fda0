// What every part of the page uses: elements by id, requests to the server, new elements.

export const $ = (id) => document.getElementById(id);

export async function ask(address, body) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  let reply;
  try {
    reply = await fetch(address, options);
  } catch {
    throw new Error("the server does not answer; is it still running?");
  }
  const isJson = (reply.headers.get("Content-Type") || "").includes("json");
  const data = isJson ? await reply.json() : { error: await reply.text() };
  if (!reply.ok) throw Object.assign(new Error(data.error), { status: reply.status });
  return data;
}

export function element(tag, text, classes) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (classes) made.className = classes;
  return made;
}

export function button(text, command) {
  const made = element("button", text);
  made.type = "button";
  made.addEventListener("click", command);
  return made;
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
