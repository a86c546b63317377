// The invitation: who plays, and the ways into the match, on the table dealt, until the reader is somewhere else.

import { data, faces, main } from "./lines.ts";
import { embedded, go, now } from "./now.ts";
import { all, at, put, sentence, t } from "./words.ts";
import { felt, flag, table } from "./table.ts";
import { lasts, play } from "./motion.ts";
import { landmark } from "./landmarks.ts";
import { chancesOf } from "./scores.ts";
import { cover } from "./tabs.ts";

const box = at("#invitation");
/** Of the places that the invitation can have, how far apart they are, in pixels. */
const STEP = 6;

/** Invites who comes by an address that names no place; a phone offers ways on to who comes to a moment (judgement.css). */
export function invite() {
  if (embedded || data.problem || now.quiz) return;
  if (/\bply=/.test(location.hash)) flag(document.body, { linked: now.ply });
  else if (!now.ply) cover("inviting");
}

/** Says how the chance of whom the headline is about, or who moved, has changed; nothing where that is not known, or has not. */
function sayChance() {
  const { headline, seat } = now.line.moments[now.ply];
  const who = Number(headline?.[0].match(/\{(\d+)/)?.[1] ?? seat);
  const known = chancesOf(now.line).filter(([ply]) => ply <= now.ply).slice(-2);
  const [before, after] = known.map(([, values]) => Math.round(100 * values[who - 1]));
  put(at("#chance"), known[1]?.[0] === now.ply && before !== after && sentence(t("turned_chance", { who: `{${who}}`, before, after })));
}

/** The ply before the turn in which the match turns. */
const turnBegins = () => landmark("turn", main, Number(box.dataset.turn) - 1, false);

/** A time in words, in whole minutes where it is longer than that. */
const timeWords = (seconds: number) => t(seconds < 90 ? "spent" : "minutes", { time: Math.ceil(seconds / (seconds < 90 ? 1 : 60)) });

/** Says who plays and how long it takes. It lies where it hides nothing on the felt, nearest to its middle; where that has no room, in the panel. */
export function showInvitation() {
  sayChance();
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
  const held = at(":focus", box);
  table.after(box);
  const edge = table.getBoundingClientRect();
  const { x, y, width, height } = felt.getBoundingClientRect();
  const { offsetWidth: wide, offsetHeight: high } = box;
  const lying = all(":is(.card, .who, .count)", felt).map((one) => one.getBoundingClientRect());
  let best = Infinity;
  for (let left = x; left < x + width - wide; left += STEP) {
    for (let top = y; top < y + height - high; top += STEP) {
      const away = Math.hypot(2 * (left - x) + wide - width, 2 * (top - y) + high - height);
      if (away > best || lying.some((one) => one.left < left + wide && one.right > left && one.top < top + high && one.bottom > top)) continue;
      best = away;
      Object.assign(box.style, { left: `${left - edge.left}px`, top: `${top - edge.top}px` });
    }
  }
  if (best === Infinity && document.body.matches(".beside")) at("#match").prepend(box);
  held?.focus();
}

/** Plays the turn of the match that a button names, from where that turn begins. */
export function watchTurn() {
  go({ line: main, ply: turnBegins() });
  play(Number(box.dataset.turn));
}
