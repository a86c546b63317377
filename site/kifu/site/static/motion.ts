// Motion: a step is shown card by card, and the match goes on by itself, beat by beat.

import { AT_END, calm, data, EVERY, main, OPEN, OUTSIDE, PUBLIC, UNKNOWN } from "./lines.ts";
import { go, notify, now } from "./now.ts";
import { all, at } from "./words.ts";
import { drawTable, freshen, landed, table, zoneElements } from "./table.ts";
import { showBar } from "./chart.ts";
import { happen, heldAt, leaving, lives, sees, tableAt, untilCleared } from "./fold.ts";
import { showGains } from "./marks.ts";

export const speed = () => Number(at("#speed").value) || 1;

/** @param end the ply after which it rests, if any */
export function play(end = 0) {
  if (now.ply === now.line.last) go({ ply: now.line.from });
  tickOn(end);
}

/** Goes on beat by beat, to the end of the line, or of what is worth showing in it. */
function tickOn(end: number, wait = patience()) {
  now.playing = setTimeout(() => {
    if ("showing" in table.dataset) return tickOn(end, LOOKS);
    const { line, ply } = now;
    const ends = [line.last, end, line === main ? data.excerpt[1] : 0].filter((one) => one > ply);
    go({ ply: Math.min(ply + plies(), ...ends) });
    if (now.ply === line.last || ends.includes(now.ply)) {
      pause();
      notify("played");
    }
    else if (now.playing) tickOn(end, patience(now.ply - ply));
  }, wait);
  showBar();
}

/** How often somebody looks whether a move has been shown, in milliseconds. */
const LOOKS = 60;

/** By the clock every move has its own time. */
const byClock = () => at("#speed").value === "clock" && now.line === main;
/** The plies until the next still. */
const plies = () => (byClock() ? 1 : beatFrom(now.line, now.ply));

/**
 * Milliseconds until the next move: at the chosen speed or, where clocks tell how long it took, a
 * tenth of that, between 0.3 and 5 seconds. A still of a whole turn takes as long as two.
 * @param shown the plies that the reader sees meanwhile
 */
function patience(shown = 1) {
  const spent = byClock() ? data.spent[now.ply] : null;
  const one = spent == null ? 900 / speed() : Math.min(5000, Math.max(300, 100 * spent));
  return shown > 1 && calm.matches ? 2 * one : one;
}

export function pause() {
  clearTimeout(now.playing);
  now.playing = 0;
  showBar();
}

// Beats: what is shown together when the match plays by itself. A turn in which several seats choose
// at once is one beat: all their cards come at the same time, then what follows.

const toMove = (line: Line, ply: number) => String(tableAt(line, ply, PUBLIC).turn).split(" ").filter(Boolean);

/** How many plies after one are the next beat: those of the seats that choose at once, else one. */
export function beatFrom(line: Line, ply: number) {
  let waiting = toMove(line, ply);
  let place = ply;
  while (waiting.length > 1 && place < line.last) {
    const seat = String(line.moments[place + 1].seat);
    const left = waiting.filter((other) => other !== seat);
    const now = toMove(line, place + 1);
    if (left.length === waiting.length || left.join() !== now.join()) break;
    waiting = left;
    place += 1;
  }
  const whole = waiting.length === 1 && place > ply && String(line.moments[place + 1]?.seat) === waiting[0];
  return whole ? place + 1 - ply : 1;
}

/** The steps that plies after one show, in groups of those that are shown at once. */
function shownTogether({ moments }: Line, from: number, to: number): Step[][] {
  const all = moments.slice(from + 1, to + 1).map(({ steps }) => steps);
  const last = all[all.length - 1];
  if (all.length < 2) return last.map((step) => [step]);
  return [[...all.slice(0, -1).flat(), ...last.slice(0, 1)], ...last.slice(1).map((step) => [step])];
}

/** Milliseconds at 1×: a card goes, one that follows it in a beat waits, and what was taken stays. */
const FLIES = 280;
const FOLLOWS = 60;
const STAYS = 700;

/**
 * Shows what led from a still to this one: what that swept away, then the steps one after another, or
 * together where they are one beat of a match that plays by itself; any other action ends it at once.
 * @param from the ply of the still before
 */
export async function perform(from: number) {
  const { line, ply, viewer } = now;
  const groups = shownTogether(line, from, ply);
  const count = untilCleared(groups.flat());
  const moved = groups.flat().slice(0, count).filter(({ motions }) => motions.length);
  const showing = (now.showing += 1);
  const beat = now.playing > 0;
  const pace = (beat ? FLIES : Math.min(520, Math.max(220, 3200 / (moved.length || 1)))) / speed();
  table.dataset.showing = moved.length;
  const frame = async (draw: () => void, duration = pace) => {
    draw();
    await new Promise((resolve) => setTimeout(resolve, duration));
    return now.showing === showing;
  };
  if (!await sweep(line, from, viewer, frame)) return;
  const shown = tableAt(line, from, viewer);
  const told: Step[] = [];
  for (const group of groups) {
    const steps = group.slice(0, count - told.length);
    const flights = steps.flatMap(takeOff);
    const gains = shown.gains.length;
    for (const step of steps) happen(shown, step, told.push(step) - 1, viewer);
    if (!steps.some(({ motions }) => motions.length)) continue;
    const follows = beat && steps !== groups[0] && steps.length === 1 && told.length > groups[0].length + 1;
    const wait = shown.gains.length > gains && beat ? STAYS / speed() : follows ? FOLLOWS / speed() : pace;
    const goes = await frame(() => {
      drawTable(shown);
      freshen(told);
      land(flights, pace);
    }, wait);
    if (!goes) return;
  }
  // The last of the cards that followed one another lands.
  if (beat && !await frame(() => {})) return;
  delete table.dataset.showing;
  notify("still");
}

/** Sweeps away what the still of a ply holds in sight. Whether nothing else was asked meanwhile. */
async function sweep(line: Line, ply: number, viewer: number, frame: (draw: () => void, duration?: number) => Promise<boolean>) {
  const still = heldAt(line, ply, viewer);
  const late = line.moments[ply].steps.slice(untilCleared(line.moments[ply].steps));
  const holds = still.zones.some((cards) => !cards.every(lives)) || late.length;
  drawTable(still);
  freshen([]);
  showGains([]);
  if (!holds) {
    drawTable(tableAt(line, ply, viewer));
    return true;
  }
  const flights = still.zones.flatMap((cards, src) => {
    const ghosts = all(".ghost", zoneElements[src]);
    return cards.filter((each) => !lives(each)).map(({ token, left }, nth) => ({
      motion: { token, src, dst: left ?? OUTSIDE, index: AT_END, was: OPEN, seen: OPEN, to: OPEN, back: UNKNOWN },
      from: ghosts[nth], box: ghosts[nth].getBoundingClientRect(),
    }));
  });
  const pace = 320 / speed();
  return frame(() => {
    drawTable(tableAt(line, ply, viewer));
    land(flights, pace);
  }, pace);
}

export function finish() {
  if (!("showing" in table.dataset)) return;
  now.showing += 1;
  delete table.dataset.showing;
}

/** The cards that a step moves, and where they lie before it. */
function takeOff({ motions }: Step) {
  return motions.flatMap((motion) => {
    const { token, src, to } = motion;
    if (token === EVERY || src === OUTSIDE || !sees(to, now.viewer)) return [];
    const cards = all("[data-card]", zoneElements[src]);
    const leaves = leaving(motion, cards.map((other) => other.dataset.card), now.viewer);
    const from = cards.find((other) => other.dataset.card === leaves);
    return from ? [{ motion, from, box: from.getBoundingClientRect() }] : [];
  });
}

/** Moves every card from where it lay to where it lies, or into its pile. */
function land(flights: ReturnType<typeof takeOff>, pace: number) {
  const timing = { duration: pace * 0.85, easing: "cubic-bezier(.2,.7,.2,1)" };
  for (const { motion, from, box } of flights) {
    const { src, dst } = motion;
    if (dst === OUTSIDE) continue;
    const pile = data.zones[dst][1] === "pile";
    if (from.matches(".ghost")) from.classList.remove("ghost");
    const element = pile ? null : landed(motion);
    if (pile) collect(from, box, zoneElements[dst].getBoundingClientRect(), timing);
    else if (element && src === dst) {
      element.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], timing);
    } else if (element) {
      const to = element.getBoundingClientRect();
      const [x, y] = [box.x - to.x, box.y - to.y];
      const away = `translate(${x}px, ${y}px) scale(${box.width / to.width})`;
      element.animate([{ transform: away, zIndex: 5 }, { transform: "none", zIndex: 5 }], timing);
    }
  }
}

/** A card goes into a pile, where it is not drawn any more. */
function collect(from: HTMLElement, box: DOMRect, to: DOMRect, timing: KeyframeAnimationOptions) {
  const ghost = (from.cloneNode(true) as HTMLElement);
  ghost.classList.add("flying");
  ghost.classList.remove("fresh");
  ghost.style.setProperty("--w", `${box.width}px`);
  Object.assign(ghost.style, { left: `${box.x}px`, top: `${box.y}px` });
  document.body.append(ghost);
  const there = `translate(${to.x - box.x}px, ${to.y - box.y}px) scale(.3)`;
  const flight = ghost.animate([{ transform: "none" }, { transform: there, opacity: 0.2 }], timing);
  flight.onfinish = () => ghost.remove();
}
