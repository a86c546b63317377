// A finger that rests on a card leads to where the card came from: a tap on the table steps.

import { quiz } from "./quiz.js";
import { goByCard } from "./touch.js";

/** How long it rests, in milliseconds, and how far it may stray. */
const RESTS = 450;
const STRAY = 12;

/** The finger on the table: since when it waits, where it lies, and whether it has led somewhere.
 * @type {{ x: number, y: number, done: boolean, timer: number } | null} */
export let touched = null;

/** @param {On<TouchEvent>} event */
export function awaitHold(event) {
  loseHold();
  const [{ clientX: x, clientY: y }] = event.changedTouches;
  const element = event.target.closest(".card");
  if (!element || quiz.asking || event.touches.length > 1) return;
  const timer = setTimeout(() => {
    if (touched) touched.done = true;
    goByCard(element);
  }, RESTS);
  touched = { x, y, done: false, timer };
}

/** A finger that moves swipes or scrolls.
 * @param {TouchEvent} [event] */
export function loseHold(event) {
  if (!touched) return;
  const [finger] = event?.changedTouches ?? [];
  if (finger && Math.hypot(finger.clientX - touched.x, finger.clientY - touched.y) < STRAY) return;
  clearTimeout(touched.timer);
  touched = null;
}

/** Whether the finger that is lifted has led somewhere: then it is no tap. */
export function endHold() {
  const done = touched?.done ?? false;
  loseHold();
  return done;
}
