// The table under the hand: taps, swipes, the wheel, and clicks on cards, piles and seats.

import { faces } from "./lines.ts";
import { sees } from "./fold.ts";
import { embedded, go, notify, now, trail } from "./now.ts";
import { at, put } from "./words.ts";
import { card, felt, table } from "./table.ts";
import { laid } from "./lay.ts";
import { act } from "./actions.ts";
import { opened } from "./marks.ts";
import { pick, quiz } from "./quiz.ts";

let touch: { x: number; y: number } | null = null;

/** A swipe steps; it never leaves the page. */
function onTouch(event: On<TouchEvent>) {
  const { clientX: x, clientY: y } = event.changedTouches[0];
  if (event.type === "touchstart") touch = { x, y };
  else if (touch && Math.abs(x - touch.x) > 50 && Math.abs(y - touch.y) < 40) act(x < touch.x ? "next" : "back");
}

/**
 * A click on the table: in the quiz it chooses a card. A seat unfolds, a pile is looked through, a
 * card leads to where it came from; elsewhere, and wherever a finger taps, the halves step.
 */
function onTable(event: On<PointerEvent>) {
  if (quiz.asking) return pick(event);
  if (event.target.closest("[data-if]")) return;
  const pile = event.target.closest("[data-open]");
  if (pile) return lookThrough(pile);
  const seat = event.target.closest(".seat");
  if (seat && laid.kind !== "ring" && !event.target.closest(".zone")) {
    const number = Number(seat.dataset.seat);
    opened.seat = opened.seat === number ? 0 : number;
    return notify("still");
  }
  const element = event.target.closest(".card");
  const tapped = event.pointerType === "touch";
  if (element && !tapped) return goByCard(element);
  if (!tapped || !event.target.closest(".felt")) return;
  const { left, width } = felt.getBoundingClientRect();
  act(event.clientX < left + width / 2 ? "back" : "next");
}

/**
 * Goes to where a card came to lie where it lies; from there to where it was before, and from the
 * deal on to where it is moved.
 */
function goByCard(element: HTMLElement) {
  const origin = { line: now.line, ply: now.ply };
  const length = trail.length;
  leadTo(element);
  if (now.ply !== origin.ply && trail.length === length) trail.push(origin);
}

function leadTo(element: HTMLElement) {
  const token = element.dataset.card ?? element.dataset.left ?? "";
  const { line, ply } = now;
  const moves_ = (place: number) => line.moments[place].steps.some(({ motions }) => motions.some((motion) =>
    motion.token === token && sees(motion.to, now.viewer)
    && [motion.was, motion.seen].some((mask) => sees(mask, now.viewer))));
  if (!faces.has(token)) return;
  for (let place = ply - 1; place > 0; place -= 1) if (moves_(place)) return go({ ply: place });
  if (ply) return go({ ply: 0 });
  const next = line.moments.findIndex((_, place) => place > 0 && moves_(place));
  if (next > 0) go({ ply: next });
}

/** Shows all cards of a pile that lie open in it, the latest first. */
function lookThrough(element: HTMLElement) {
  const box = at("#pile");
  put(at("h2", box), at(".title", element).textContent);
  const tokens = (element.dataset.cards ?? "").split(" ").filter(Boolean);
  put(at(".cards", box), tokens.map(card));
  box.showModal();
}

const wheel = { at: 0 };

/** The wheel steps over the table, as far as a page has a table of its own. */
function onWheel(event: On<WheelEvent>) {
  if (event.ctrlKey || embedded || Math.abs(event.deltaY) < Math.abs(event.deltaX)) return;
  event.preventDefault();
  if (event.timeStamp - wheel.at < 70) return;
  wheel.at = event.timeStamp;
  act(event.deltaY > 0 ? "next" : "back");
}

for (const type of ["touchstart", "touchend"]) table.addEventListener(type, onTouch, { passive: true });
felt.addEventListener("wheel", onWheel, { passive: false });
table.onclick = onTable;
table.addEventListener("keydown", (event: On<KeyboardEvent>) => {
  const pile = event.target.closest("[data-open]");
  if (event.key === "Enter" && pile) lookThrough(pile);
});
