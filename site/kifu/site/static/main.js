// Keys, clicks and the first look.

// What it does, the key (capitals are pressed together with Shift), and how it is shown.
const KEYS = [
  ["next", "ArrowRight", "→"],
  ["back", "ArrowLeft", "←"],
  ["next_turn", "Shift ArrowRight", "Shift →"],
  ["back_turn", "Shift ArrowLeft", "Shift ←"],
  ["next_round", "]"],
  ["back_round", "["],
  ["next_note", "n"],
  ["back_note", "p"],
  ["next_mistake", "m"],
  ["back_mistake", "M", "Shift M"],
  ["next_event", "h"],
  ["back_event", "H", "Shift H"],
  ["first", "Home"],
  ["last", "End"],
  ["play", " ", "Space"],
  ["again", "r"],
  ["next_view", "v"],
  ["other_language", "l"],
  ["theme", "d"],
  ["copy_link", "c"],
  ...(slots.length ? [["annotate", "e"]] : []),
  ["leave_variation", "Escape", "Esc"],
  ["quiz", "q"],
  ["guess", "g"],
  ["help", "?"],
];

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || at("dialog[open]")) return;
  const shift = event.shiftKey && event.key.length > 1 ? "Shift " : "";
  const found = KEYS.find(([, key]) => key === shift + event.key);
  if (!found || keepsKey(event.target, event.key)) return;
  event.preventDefault();
  actions[found[0]]();
}

/** Whether the focused control needs the key itself. */
function keepsKey(target, key) {
  if (target.matches("select, textarea, [type='text']")) return true;
  if (target === seek) return /^(Arrow|Home|End)/.test(key);
  return key === " " && target.matches("button, a");
}

function onClick(event) {
  const target = event.target.closest("a[href^='#ply='], [data-do], [data-close]");
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (target.matches("a")) {
    event.preventDefault();
    go(readPlace(target.getAttribute("href")));
    table.scrollIntoView({ block: "nearest" });
  } else if (target.dataset.do) held(event) || actions[target.dataset.do]();
  else target.closest("dialog").close();
}

let touch = null;

function onTouch(event) {
  const { clientX: x, clientY: y } = event.changedTouches[0];
  if (event.type === "touchstart") touch = { x, y };
  else if (touch && Math.abs(x - touch.x) > 50 && Math.abs(y - touch.y) < 40) {
    if (x < touch.x) actions.next();
    else actions.back();
  }
}

function download(text, suffix) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", { href: url, download: `${data.game}.${suffix}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
  keepDraft(true);
}

document.addEventListener("keydown", onKey);
document.addEventListener("click", onClick);
table.addEventListener("touchstart", onTouch, { passive: true });
table.addEventListener("touchend", onTouch, { passive: true });
addEventListener("hashchange", () => go(readPlace(location.hash)));
seek.addEventListener("input", () => go({ ply: Number(seek.value) }));
at("#viewer")?.addEventListener("change", (event) => go({ viewer: Number(event.target.value) }));

Object.assign(now, readPlace(location.hash));
now.ply = Math.min(now.ply, now.line.moments.length);
if (now.quiz) holdBack();
for (const element of all("[data-live]")) element.hidden = false;
document.body.dataset.ready = "";
restoreDraft();
translate();
show();
