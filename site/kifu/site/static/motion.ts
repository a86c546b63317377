// Motion: a step is shown card by card, and the match goes on by itself, beat by beat.

import { data, EVERY, main, OUTSIDE, PUBLIC } from "./lines.ts";
import { calm, go, notify, now } from "./now.ts";
import { all, at } from "./words.ts";
import { drawTable, freshen, landed, table, zoneElements } from "./table.ts";
import { showBar } from "./chart.ts";
import { factsTold, happen, leaving, sees, tableAt, untilCleared } from "./fold.ts";
import { showGains } from "./marks.ts";

export const speed = () => Number(at("#speed").value);

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
    go({ ply: Math.min(ply + beatFrom(line, ply), ...ends) });
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

/**
 * Milliseconds until the next move. A still of a whole turn takes as long as two.
 * @param shown the plies that the reader sees meanwhile
 */
const patience = (shown = 1) => (shown > 1 && calm.matches ? 1800 : 900) / speed();

export function pause() {
  clearTimeout(now.playing);
  now.playing = 0;
  showBar();
}

// Beats: what is shown together when the match plays by itself. A turn in which several seats choose
// at once is one beat: all their cards come at the same time, then what follows.

const turns = new WeakMap<Line, Fact[]>();

/** The seats that everybody knows to be to move after each ply of a line. */
function turnsOf(line: Line) {
  let turn: Fact = data.turn;
  const told = turns.get(line) ?? line.moments.map(({ steps }) => (turn = steps.reduce((last, step) => factsTold(step, PUBLIC).to_move ?? last, turn)));
  turns.set(line, told);
  return told;
}

const toMove = (line: Line, ply: number) => String(turnsOf(line)[ply]).split(" ").filter(Boolean);

/** How many plies after one are the next beat: those of the seats that choose at once, else one. */
export function beatFrom(line: Line, ply: number) {
  const waiting = toMove(line, ply);
  const plies = waiting.length;
  const seats = line.moments.slice(ply + 1, ply + 1 + plies).map(({ seat }) => String(seat));
  const together = plies > 1 && waiting.every((seat) => seats.includes(seat)) && toMove(line, ply + plies - 1).join() === seats.at(-1);
  return together ? plies : 1;
}

/** About so many seconds at 1× are a beat of several plies, and one of a single ply, with what comes to rest. */
const [TOGETHER, ALONE] = [2, 1.5];

/** About how many seconds it takes at 1× to play from one ply of the match to another. */
export function lasts(from: number, to: number) {
  let seconds = 0;
  for (let ply = from; ply < to;) {
    const plies = beatFrom(main, ply);
    seconds += plies > 1 ? TOGETHER : ALONE;
    ply += plies;
  }
  return seconds;
}

/** The steps that plies after one show, in groups of those that are shown at once. */
function shownTogether({ moments }: Line, from: number, to: number): Step[][] {
  const all = moments.slice(from + 1, to + 1).map(({ steps }) => steps);
  const last = all[all.length - 1];
  return [[...all.slice(0, -1).flat(), ...last.slice(0, 1)], ...last.slice(1).map((step) => [step])];
}

/** Milliseconds at 1×: a card goes, one that follows it in a beat waits, and what was taken stays. */
const FLIES = 280;
const FOLLOWS = 60;
const STAYS = 700;

/**
 * Shows what led from a still to this one: the table without what has left it, then the steps one after
 * another, or together where they are one beat of a match that plays by itself; any other action ends it at once.
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
  table.dataset.showing = String(moved.length);
  /** Whether nothing else was asked for meanwhile. */
  const rested = async (duration = pace) => {
    await new Promise((resolve) => setTimeout(resolve, duration));
    return now.showing === showing;
  };
  const shown = tableAt(line, from, viewer);
  drawTable(shown);
  freshen([]);
  showGains([]);
  const { steps: before } = line.moments[from];
  if (untilCleared(before) < before.length && !await rested()) return;
  const told: Step[] = [];
  for (const group of groups) {
    const steps = group.slice(0, count - told.length);
    const flights = steps.flatMap(takeOff);
    const gains = shown.gains.length;
    for (const step of steps) happen(shown, step, told.push(step) - 1, viewer);
    if (!steps.some(({ motions }) => motions.length)) continue;
    const follows = group === groups[0] ? pace : FOLLOWS / speed();
    const wait = !beat ? pace : shown.gains.length > gains ? STAYS / speed() : follows;
    drawTable(shown);
    freshen(told);
    land(flights, pace);
    if (!await rested(wait)) return;
  }
  // The last of the cards that followed one another lands.
  if (beat && !await rested()) return;
  delete table.dataset.showing;
  notify("still");
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
    return from?.checkVisibility() ? [{ motion, box: from.getBoundingClientRect() }] : [];
  });
}

/** Moves every card from where it lay to where it lies; one that is not drawn there is just gone. */
function land(flights: ReturnType<typeof takeOff>, pace: number) {
  const timing = { duration: pace * 0.85, easing: "cubic-bezier(.2,.7,.2,1)" };
  for (const { motion, box } of flights) {
    const { src, dst } = motion;
    const element = dst !== OUTSIDE && landed(motion);
    if (element && src === dst) {
      element.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], timing);
    } else if (element && element.checkVisibility()) {
      const to = element.getBoundingClientRect();
      const [x, y] = [box.x - to.x, box.y - to.y];
      const away = `translate(${x}px, ${y}px) scale(${box.width / to.width})`;
      element.animate([{ transform: away, zIndex: 5 }, { transform: "none", zIndex: 5 }], timing);
    }
  }
}
