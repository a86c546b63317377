// A finger that rests on a card leads somewhere; a tap on the table steps.

/** How long it rests, in milliseconds, and how far it may stray. */
const RESTS = 450;
const STRAY = 12;

/** The finger on the table: since when it waits, where it lies, and whether it has led somewhere. */
export let touched: { x: number; y: number; done: boolean; timer: number } | null = null;

/** @param rested called once the finger has rested on a card */
export function awaitHold(event: On<TouchEvent>, rested: (card: HTMLElement) => void) {
  loseHold();
  const [{ clientX: x, clientY: y }] = event.changedTouches;
  const element = event.target.closest(".card");
  if (!element || event.touches.length > 1) return;
  const timer = setTimeout(() => {
    if (touched) touched.done = true;
    rested(element);
  }, RESTS);
  touched = { x, y, done: false, timer };
}

/** A finger that moves swipes or scrolls. */
export function loseHold(event?: TouchEvent) {
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
