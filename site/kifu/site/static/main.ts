// Keys, clicks and the first look.

import { keepSetting, settings } from "./settings.ts";
import { embedded, go, notify, now, show } from "./now.ts";
import { all, at, icon } from "./words.ts";
import { table } from "./table.ts";
import { measure } from "./most.ts";
import { relay } from "./stage.ts";
import { readPlace } from "./address.ts";
import { restoreDraft } from "./drafts.ts";
import { seek, seekTo, viewers } from "./bar.ts";
import { act } from "./actions.ts";
import { KEYS, NAMES } from "./keys.ts";
import { symbolled } from "./language.ts";
import { placePanel } from "./tabs.ts";
import "./touch.ts";
import "./print.ts";

function onKey(event: On<KeyboardEvent>) {
  const { key, target, shiftKey } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || at("dialog[open]:not(#annotate)")) return;
  // What some keyboards have only with Shift, such as "?", is what is said.
  const shift = key.length > 1 ? shiftKey : /[A-Z]/.test(key);
  const name = (shift ? "Shift " : "") + (NAMES[key] ?? key);
  const action = Object.keys(KEYS).find((action) => KEYS[action] === name);
  if (!action || keepsKey(target, key)) return;
  if (settings.letters === false && /^[a-z?[\]]$/i.test(key)) return;
  event.preventDefault();
  act(action);
}

/** Whether the focused control needs the key itself. Space plays, wherever the focus is. */
function keepsKey(target: Element, key: string) {
  if (target.matches("select, textarea, summary, [type='text'], [type='checkbox']")) return true;
  return target === seek && /^(Arrow|Home|End)/.test(key);
}

function onClick(event: On<MouseEvent>) {
  const target = event.target.closest("a[href^='#ply='], .skip, [data-do], [data-act], [data-close]");
  if (!event.target.closest(".tools, #more")) document.body.classList.remove("tooled");
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (target.matches(".skip")) {
    event.preventDefault();
    return at(target.getAttribute("href") === "#scroll" ? "#scroll" : '[data-do="play"]').focus();
  }
  if (target.matches("a")) {
    event.preventDefault();
    go(readPlace(target.getAttribute("href")));
    table.scrollIntoView({ block: "nearest" });
  } else if (target.dataset.act) {
    at("#keys").close();
    act(target.dataset.act);
  } else if (target.dataset.do) act(target.dataset.do);
  else target.closest("dialog").close();
}

/** The colours that the reader has chosen; in another page those that it asks for, or its own. */
function takeColours(fragment: string = location.hash) {
  const theme = embedded ? new URLSearchParams(fragment.slice(1)).get("theme") : settings.theme;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else if (theme === "") delete document.documentElement.dataset.theme;
}

document.onkeydown = onKey;
// Else a button that has the focus would be pressed when the space bar is let go.
document.onkeyup = (event: On<KeyboardEvent>) => {
  if (event.key === " " && event.target.matches("button") && !at("dialog[open]:not(#annotate)")) event.preventDefault();
};
document.onclick = onClick;
// By now `remember` may have written the place before into the address: the event knows the new one.
window.onhashchange = ({ newURL }) => {
  const { hash } = new URL(newURL);
  takeColours(hash);
  go(readPlace(hash));
};
at("#turns").onchange = ({ target }: On<Event>) => {
  if (target.value === "") return;
  at("#goto").close();
  go({ ply: Number(target.value) });
};
// A handler that gives false would keep every other key from the field.
at("#ply").onkeydown = ({ key }: KeyboardEvent) => {
  if (key === "Enter") act("go_there");
};

window.onresize = () => {
  placePanel();
  relay();
};
seek.oninput = () => seekTo(Number(seek.value));
if (viewers) viewers.onchange = () => go({ viewer: Number(viewers.value) });

takeColours();
const speeds = at("#speed");
if ([...speeds.options].some(({ value }) => value === settings.speed)) speeds.value = settings.speed;
speeds.onchange = () => keepSetting("speed", speeds.value);
const letters = at("#letters");
letters.checked = settings.letters !== false;
letters.onchange = () => keepSetting("letters", letters.checked);
Object.assign(now, readPlace(location.hash));
now.ply = Math.min(now.ply, now.line.last);
notify("limit");
for (const element of all("[data-live]")) element.hidden = false;
for (const button of symbolled.filter(({ firstChild }) => !firstChild)) {
  const action = button.dataset.do;
  const names = [action.replace("back", "next"), action === "play" && "pause"];
  button.append(...names.filter((name) => at(`#i-${name}`)).map(icon));
}
document.body.dataset.ready = "";
restoreDraft();
measure();
placePanel();
notify("language");
// Everything is drawn before it is laid out: what is measured then is what each later layout measures.
show();
relay();
