// The page: what is shown of a place, and in which order; keys, the first look, and taps, swipes and clicks on the table.
// Views know where the reader is (now.ts); nobody but this module knows all views.

import { calm, embedded, endsHere, go, isEnd, notify, now, show, subscribe } from "./now.ts";
import { heldAt, tableAt } from "./fold.ts";
import { all, at, put, targetOf } from "./words.ts";
import { card, drawTable, flag, table } from "./table.ts";
import { laid, layOut } from "./lay.ts";
import { followMove, showMoves, showNotes, tell, translateMoves } from "./story.ts";
import { markCards, showJudgement } from "./judgement.ts";
import { seek, seekTo, showBar, showCharts, viewers } from "./chart.ts";
import { beatFrom, finish, perform } from "./motion.ts";
import { mark, opened } from "./marks.ts";
import { holdBack, labelQuiz, pick, quiz, showQuiz } from "./quiz.ts";
import { showWhatIf } from "./whatif.ts";
import { awaitFinale, translateFinale } from "./finale.ts";
import { invite, showInvitation } from "./invitation.ts";
import { restoreDraft, sayDraft } from "./notes.ts";
import { followReader } from "./editor.ts";
import { KEYS, label, labelSpoilers, NAMES, translate } from "./language.ts";
import { link, readPlace, remember } from "./address.ts";
import { keepSetting, settings, wear } from "./shelf.ts";
import { measure } from "./spots.ts";
import { act } from "./actions.ts";
import { placePanel, uncover } from "./tabs.ts";
import "./print.ts";

subscribe("leave", finish);
subscribe("limit", holdBack);
subscribe("arrive", arrive);
subscribe("where", showWhere, showMoves, showBar, labelSpoilers);
// A judgement stands below the notes, the quiz asks in the place of the sentence, and marks are
// measured on the table that is drawn.
subscribe("still", drawStill, tell, showNotes, showCharts, showJudgement, showQuiz, showWhatIf, linkWhole, markStill, followReader);
subscribe("language", translate, translateMoves, translateFinale, labelQuiz, label, sayDraft);
subscribe("played", awaitFinale);
subscribe("tab", showJudgement, showWhatIf, followMove);

/**
 * Shows a place that the reader came to: a single step, or a beat of a match that plays by itself, card by
 * card, anything else at once.
 */
function arrive(before: typeof now) {
  const turned = now.language !== before.language;
  if (now.line !== before.line || now.ply !== before.ply || now.quiz !== before.quiz) uncover();
  if (turned) notify("language");
  if (now.quiz !== before.quiz) showQuiz();
  const changed = turned || now.viewer !== before.viewer || now.quiz !== before.quiz;
  const plies = now.line === before.line && !turned ? now.ply - before.ply : 0;
  const step = plies === 1 || (now.playing > 0 && plies > 1 && plies === beatFrom(now.line, before.ply));
  if (step && !calm.matches && !quiz.asking) {
    notify("where");
    if (now.quiz) showQuiz();
    perform(before.ply);
  } else show();
  if (changed) layOut();
  remember();
}

function showWhere() {
  const { line, ply, viewer } = now;
  Object.assign(table.dataset, { ply: ply - line.from, line: line.path, viewer });
}

let still: Table;

function drawStill() {
  const { line, ply, viewer } = now;
  still = quiz.asking ? tableAt(line, ply, viewer) : heldAt(line, ply, viewer);
  drawTable(still);
  flag(document.body, { ended: isEnd(), "ends-here": endsHere() });
}

function markStill() {
  mark(still, now.line, now.ply);
  markCards();
}

function linkWhole() {
  if (embedded) at("#whole").href = link();
}

// Keys, clicks and the first look.

function onKey(event: KeyboardEvent) {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || at("dialog[open]:not(#annotate)")) return;
  // What some keyboards have only with Shift, such as "?", is what is said.
  const shift = key.length > 1 ? shiftKey : /[A-Z]/.test(key);
  const name = (shift ? "Shift " : "") + (NAMES[key] ?? key);
  const action = Object.keys(KEYS).find((action) => KEYS[action] === name);
  if (!action || keepsKey(targetOf(event), key)) return;
  if (settings.letters === false && /^[a-z?[\]]$/i.test(key)) return;
  event.preventDefault();
  act(action);
}

/** Whether the focused control needs the key itself. Space plays, wherever else the focus is. */
function keepsKey(target: Element, key: string) {
  if (target.matches("select, textarea, [type='text'], [type='checkbox']")) return true;
  if (target.matches("summary")) return key === " ";
  return target === seek && /^(Arrow|Home|End)/.test(key);
}

function onClick(event: MouseEvent) {
  const target = targetOf(event).closest("a[href^='#ply='], .skip, [data-do], [data-act], [data-close]");
  if (!targetOf(event).closest(".tools, #more")) document.body.classList.remove("tooled");
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (target.matches(".skip")) {
    event.preventDefault();
    return at(target.getAttribute("href") === "#scroll" ? "#scroll" : '[data-do="play"]').focus();
  }
  if (target.matches("a")) {
    event.preventDefault();
    go(readPlace(target.hash));
    table.scrollIntoView({ block: "nearest" });
  } else if (target.dataset.act) {
    at("#keys").close();
    act(target.dataset.act);
  } else if (target.dataset.do) act(target.dataset.do);
  else target.closest("dialog").close();
}

/** The colours that the reader has chosen; in another page those that it asks for, or its own. */
function takeColours(fragment = location.hash) {
  wear(embedded ? new URLSearchParams(fragment.slice(1)).get("theme") : settings.theme);
}

document.onkeydown = onKey;
// Else a button that has the focus would be pressed when the space bar is let go.
document.onkeyup = (event) => {
  if (event.key === " " && targetOf(event).matches("button") && !at("dialog[open]:not(#annotate)")) event.preventDefault();
};
document.onclick = onClick;
// By now `remember` may have written the place before into the address: the event knows the new one.
window.onhashchange = ({ newURL }) => {
  const { hash } = new URL(newURL);
  takeColours(hash);
  go(readPlace(hash));
};
window.onresize = () => {
  placePanel();
  showBar();
  layOut();
};
seek.oninput = () => seekTo(Number(seek.value));
if (viewers) viewers.onchange = () => go({ viewer: Number(viewers.value) });

takeColours();
const speeds = at("#speed");
speeds.value = String(settings.speed);
speeds.value ||= "1";
speeds.onchange = () => keepSetting("speed", speeds.value);
const letters = at("#letters");
letters.checked = settings.letters !== false;
letters.onchange = () => keepSetting("letters", letters.checked);
Object.assign(now, readPlace(location.hash));
now.ply = Math.min(now.ply, now.line.last);
notify("limit");
for (const element of all("[data-live]")) element.hidden = false;
document.body.dataset.ready = "";
restoreDraft();
measure();
placePanel();
invite();
notify("language");
// The table is drawn before it is laid out: what is measured then is what each later layout measures.
notify("where");
drawStill();
subscribe("still", showInvitation);
layOut();

// The table under the hand: taps, swipes, and clicks on cards, piles and seats.

let touch = { x: 0, y: 0 };

/** A swipe steps; it never leaves the page. */
function onTouch(event: TouchEvent) {
  const { clientX: x, clientY: y } = event.changedTouches[0];
  if (event.type === "touchstart") touch = { x, y };
  else if (Math.abs(x - touch.x) > 50 && Math.abs(y - touch.y) < 40) act(x < touch.x ? "next" : "back");
}

/**
 * A click on the table: in the quiz it chooses a card. A seat unfolds, a pile is looked through.
 */
function onTable(event: MouseEvent) {
  const target = targetOf(event);
  if (quiz.asking) return pick(target);
  const pile = target.closest("[data-open]");
  if (pile) return lookThrough(pile);
  const seat = target.closest(".seat");
  if (seat && laid.kind !== "ring" && !target.closest(".zone")) {
    const number = Number(seat.dataset.seat);
    opened.seat = opened.seat === number ? 0 : number;
    return notify("still");
  }
}

/** Shows all cards of a pile that lie open in it, the latest first. */
function lookThrough(element: Part) {
  const box = at("#pile");
  put(at("h2", box), at(".title", element).textContent);
  put(at(".cards", box), element.dataset.cards.split(" ").map(card));
  box.showModal();
}

for (const type of ["touchstart", "touchend"] as const) table.addEventListener(type, onTouch, { passive: true });
table.onclick = onTable;
table.addEventListener("keydown", (event) => {
  const pile = targetOf(event).closest("[data-open]");
  if (event.key === "Enter" && pile) lookThrough(pile);
});
