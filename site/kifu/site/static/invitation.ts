// The invitation: who plays, and the ways into the match, on the table dealt, until the reader is somewhere else.

import { data, faces, main } from "./lines.ts";
import { embedded, go, now } from "./now.ts";
import { all, at, put, sentence, t } from "./words.ts";
import { felt } from "./table.ts";
import { lasts, play } from "./motion.ts";
import { landmark } from "./landmarks.ts";
import { cover } from "./tabs.ts";

const box = at("#invitation");

/** Invites who comes by an address that names no place. */
export function invite() {
  if (!(embedded || data.problem || now.quiz || now.ply || /\bply=/.test(location.hash))) cover("inviting");
}

/** The ply before the turn in which the match turns. */
const turnBegins = () => landmark("turn", main, Number(box.dataset.turn) - 1, false);

/** A time in words, in whole minutes where it is longer than that. */
const timeWords = (seconds: number) => t(seconds < 90 ? "spent" : "minutes", { time: Math.ceil(seconds / (seconds < 90 ? 1 : 60)) });

/** Says who plays and how long it takes, and lies where it hides least of what lies on the felt, nearest to its middle. */
export function showInvitation() {
  if (!document.body.matches(".inviting")) return;
  // American English would have a comma before the "and".
  const names = new Intl.ListFormat(now.language === "en" ? "en-GB" : now.language).format(data.seats.map((_, place) => `{${place + 1}}`));
  put(at("h2", box), sentence(t("at_table", { names })));
  at(".lasts", box).textContent = timeWords(lasts(0, main.last));
  const turn = at("small", box);
  if (turn) turn.textContent = timeWords(lasts(turnBegins(), Number(box.dataset.turn)));
  for (const held of all(".plays small")) {
    const hand = all(`[data-seat="${held.parentElement.dataset.seat}"] .hand .card`, felt);
    const n = data.takes && hand.reduce((sum, { dataset }) => sum + (faces.get(dataset.card)?.[1] ?? 0), 0);
    held.textContent = n ? t("heads_in_hand", { n }) : "";
  }
  const edge = box.parentElement.getBoundingClientRect();
  const { left, top, width, height } = felt.getBoundingClientRect();
  const { offsetWidth: wide, offsetHeight: high } = box;
  const lying = all(":is(.card, .who)", felt).map((one) => one.getBoundingClientRect());
  const [right, low] = [Math.max(0, width - wide), Math.max(0, height - high)];
  let best = Infinity;
  for (let place = 0; place < 297; place += 1) {
    const [x, y] = [left + (right * (place % 33)) / 32, top + (low * Math.floor(place / 33)) / 8];
    const hidden = lying.reduce((sum, one) => sum
      + Math.max(0, Math.min(one.right, x + wide) - Math.max(one.left, x)) * Math.max(0, Math.min(one.bottom, y + high) - Math.max(one.top, y)), 0);
    const score = hidden + Math.hypot(x - left - right / 2, y - top - low / 2);
    if (score >= best) continue;
    best = score;
    Object.assign(box.style, { left: `${x - edge.left}px`, top: `${y - edge.top}px` });
  }
}

/** Plays the turn of the match that a button names, from where that turn begins. */
export function watchTurn() {
  go({ line: main, ply: turnBegins() });
  play(Number(box.dataset.turn));
}
