// Hold: the buttons for the next and the previous move go on while they are held down.

import { act } from "./actions.js";

const HOLDS = '[data-do="next"], [data-do="back"]';
const hold = { timer: 0, repeated: false };

/** @param {On<PointerEvent>} event */
function holdDown(event) {
  const button = event.target.closest?.(HOLDS);
  letGo();
  hold.repeated = false;
  if (!button || event.button) return;
  // A finger that slides off a button has left it, like a mouse.
  if (button.hasPointerCapture(event.pointerId)) button.releasePointerCapture(event.pointerId);
  const again = () => {
    hold.repeated = true;
    act(button.dataset.do);
    hold.timer = setTimeout(again, 120);
  };
  hold.timer = setTimeout(again, 400);
}

const letGo = () => clearTimeout(hold.timer);

/**
 * Whether a click is only the end of a hold; a click by key is none.
 * @param {On<MouseEvent>} event
 */
export const held = (event) => hold.repeated && event.detail > 0;

document.onpointerdown = holdDown;
document.onpointerup = document.onpointercancel = document.onpointerout = window.onblur = letGo;
document.oncontextmenu = (/** @type {On<MouseEvent>} */ event) => {
  if (event.target.closest(HOLDS)) event.preventDefault();
};
