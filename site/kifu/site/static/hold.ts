// Hold: the buttons for the next and the previous move go on while they are held down.

import { act } from "./actions.ts";

const HOLDS = '[data-do="next"], [data-do="back"]';
const hold = { timer: 0, repeated: false };

function holdDown(event: On<PointerEvent>) {
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

/** Whether a click is only the end of a hold; a click by key is none. */
export const held = (event: On<MouseEvent>) => hold.repeated && event.detail > 0;

document.onpointerdown = holdDown;
document.onpointerup = document.onpointercancel = document.onpointerout = window.onblur = letGo;
document.oncontextmenu = (event: On<MouseEvent>) => {
  if (event.target.closest(HOLDS)) event.preventDefault();
};
