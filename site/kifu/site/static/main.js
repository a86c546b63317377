// Keys, clicks and the first look.

/** What it does, and the key for it, with the name that it has on the page. */
/** @type {Record<string, string>} */
const KEYS = {
  next: "→", back: "←", next_turn: "Shift →", back_turn: "Shift ←", next_round: "]", back_round: "[",
  next_note: "n", back_note: "p", next_mistake: "m", back_mistake: "Shift M", next_event: "h",
  back_event: "Shift H", first: "Home", last: "End", play: "Space", again: "r", next_view: "v",
  other_language: "l", theme: "d", copy_link: "c", share: "s", annotate: "e", leave_variation: "Esc", quiz: "q",
  guess: "g", goto: "t", return: "b", next_own: "j", back_own: "Shift J", learn: "x", help: "?",
};
if (!data.analysis.judged) for (const action of ["next_own", "back_own", "learn"]) delete KEYS[action];
if (!slots.length || embedded) delete KEYS.annotate;
/** @type {Record<string, string>} */
const NAMES = { ArrowRight: "→", ArrowLeft: "←", Escape: "Esc", " ": "Space" };

/** @param {On<KeyboardEvent>} event */
function onKey(event) {
  const { key, target, shiftKey } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || at("dialog[open]")) return;
  // What some keyboards have only with Shift, such as "?", is what is said.
  const shift = key.length > 1 ? shiftKey : /[A-Z]/.test(key);
  const name = (shift ? "Shift " : "") + (NAMES[key] ?? key);
  const action = Object.keys(KEYS).find((action) => KEYS[action] === name);
  if (!action || keepsKey(target, key)) return;
  if (settings.letters === false && /^[a-z?[\]]$/i.test(key)) return;
  event.preventDefault();
  act(action);
}

/**
 * Whether the focused control needs the key itself. Space plays, wherever the focus is.
 * @param {Element} target
 * @param {string} key
 */
function keepsKey(target, key) {
  if (target.matches("select, textarea, summary, [type='text'], [type='checkbox']")) return true;
  return target === seek && /^(Arrow|Home|End)/.test(key);
}

/** @param {On<MouseEvent>} event */
function onClick(event) {
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
  } else if (target.dataset.do) held(event) || act(target.dataset.do);
  else target.closest("dialog").close();
}

/**
 * @param {string} text
 * @param {string} suffix
 */
function download(text, suffix) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", { href: url, download: `${data.game}.${suffix}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
  keepDraft(true);
}

document.onkeydown = onKey;
// Else a button that has the focus would be pressed when the space bar is let go.
document.onkeyup = (/** @type {On<KeyboardEvent>} */ event) => event.key === " " && event.target.matches("button") && !at("dialog[open]") && event.preventDefault();
document.onclick = onClick;
// By now `remember` may have written the place before into the address: the event knows the new one.
window.onhashchange = ({ newURL }) => go(readPlace(new URL(newURL).hash));
at("#turns").onchange = (/** @type {On<Event>} */ { target }) => {
  if (target.value === "") return;
  at("#goto").close();
  go({ ply: Number(target.value) });
};
at("#ply").onkeydown = (/** @type {KeyboardEvent} */ { key }) => key === "Enter" && act("go_there");

/** Lays the table out anew where its window has changed. */
function relay() {
  layOut();
  showStill();
}

window.onresize = relay;
seek.oninput = () => go({ ply: Number(seek.value) });
if (viewers) viewers.onchange = () => go({ viewer: Number(viewers.value) });

if (settings.theme) document.documentElement.dataset.theme = settings.theme;
const speeds = at("#speed");
if ([...speeds.options].some(({ value }) => value === settings.speed)) speeds.value = settings.speed;
speeds.onchange = () => keepSetting("speed", speeds.value);
const letters = at("#letters");
letters.checked = settings.letters !== false;
letters.onchange = () => keepSetting("letters", letters.checked);
Object.assign(now, readPlace(location.hash));
now.ply = Math.min(now.ply, now.line.last);
if (now.quiz) holdBack();
for (const element of all("[data-live]")) element.hidden = false;
for (const button of symbolled.filter(({ firstChild }) => !firstChild)) {
  const action = button.dataset.do;
  const names = [action.replace("back", "next"), action === "play" && "pause"];
  button.append(...names.filter((name) => at(`#i-${name}`)).map(icon));
}
document.body.dataset.ready = "";
restoreDraft();
measure();
translate();
layOut();
show();
document.fonts.ready.then(relay);
