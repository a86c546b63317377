// Keys, clicks and the first look.

/** What it does, and the key for it, with the name that it has on the page. */
const KEYS = {
  next: "→", back: "←", next_turn: "Shift →", back_turn: "Shift ←", next_round: "]", back_round: "[",
  next_note: "n", back_note: "p", next_mistake: "m", back_mistake: "Shift M", next_event: "h",
  back_event: "Shift H", first: "Home", last: "End", play: "Space", again: "r", next_view: "v",
  other_language: "l", theme: "d", copy_link: "c", annotate: "e", leave_variation: "Esc", quiz: "q",
  guess: "g", help: "?",
};
if (!slots.length || embedded) delete KEYS.annotate;
const NAMES = { ArrowRight: "→", ArrowLeft: "←", Escape: "Esc", " ": "Space" };

function onKey(event) {
  const { key, target, shiftKey } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || at("dialog[open]")) return;
  // What some keyboards have only with Shift, such as "?", is what is said.
  const shift = key.length > 1 ? shiftKey : /[A-Z]/.test(key);
  const name = (shift ? "Shift " : "") + (NAMES[key] ?? key);
  const action = Object.keys(KEYS).find((action) => KEYS[action] === name);
  if (!action || keepsKey(target, key)) return;
  event.preventDefault();
  act(action);
}

/** Whether the focused control needs the key itself. */
function keepsKey(target, key) {
  if (target.matches("select, textarea, [type='text']")) return true;
  if (target === seek) return /^(Arrow|Home|End)/.test(key);
  return key === " " && target.matches("button, a");
}

function onClick(event) {
  const target = event.target.closest("a[href^='#ply='], [data-do], [data-act], [data-close]");
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
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

let touch = null;

function onTouch(event) {
  const { clientX: x, clientY: y } = event.changedTouches[0];
  if (event.type === "touchstart") touch = { x, y };
  else if (touch && Math.abs(x - touch.x) > 50 && Math.abs(y - touch.y) < 40) {
    act(x < touch.x ? "next" : "back");
  }
}

function download(text, suffix) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", { href: url, download: `${data.game}.${suffix}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
  keepDraft(true);
}

document.onkeydown = onKey;
document.onclick = onClick;
for (const type of ["touchstart", "touchend"]) table.addEventListener(type, onTouch, { passive: true });
// By now `remember` may have written the place before into the address: the event knows the new one.
window.onhashchange = ({ newURL }) => go(readPlace(new URL(newURL).hash));
seek.oninput = () => go({ ply: Number(seek.value) });
if (viewers) viewers.onchange = () => go({ viewer: Number(viewers.value) });

Object.assign(now, readPlace(location.hash));
now.ply = Math.min(now.ply, now.line.last);
if (now.quiz) holdBack();
for (const element of all("[data-live]")) element.hidden = false;
for (const button of symbolled) {
  const action = button.dataset.do;
  const names = [action.replace("back", "next"), action === "play" && "pause"];
  button.append(...names.filter((name) => at(`#i-${name}`)).map(icon));
}
document.body.dataset.ready = "";
restoreDraft();
translate();
show();
