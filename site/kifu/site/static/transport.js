// The bar and its ticks, stepping, playing, jumping.

import { calm, data, isRound, main } from "./lines.js";
import { keepSetting } from "./settings.js";
import { now } from "./now.js";
import { isJudgedBad } from "./judged.js";
import { at, make, markWords, option, put, t, word } from "./words.js";
import { flag, table } from "./table.js";
import { copyText, go, goBack, link } from "./place.js";
import { isOwnMistake, learn } from "./judgement.js";
import { change, redraw, writtenLog, writtenText } from "./annotate.js";
import { discard, download, keepCopied } from "./drafts.js";
import { addComment, annotate, editing, editor } from "./editor.js";
import { finish, perform } from "./motion.js";
import { answer, guess, turnQuiz } from "./quiz.js";
import { awaitFinale, closeFinale, isEnd, openFinale, showFinale } from "./finale.js";
import { copyShared, share } from "./share.js";
import { entitle, otherLanguage, turnTheme } from "./language.js";

export const seek = at("#seek");

export function showBar() {
  const { last, moments } = now.line;
  seek.max = last;
  seek.value = now.ply;
  const count = t("ply_of", { n: now.ply, of: last });
  const events = eventsOf(moments[now.ply]);
  seek.ariaValueText = [count, ...events].join(", ");
  at("#count").textContent = count;
  const button = at('[data-do="play"]');
  flag(button, { playing: now.playing > 0 });
  entitle(button, now.playing ? "pause" : "play");
  showTicks(last);
}

/**
 * What happened after a move that the game wants to be found, in words.
 * @param {Moment} moment
 * @returns {string[]}
 */
export const eventsOf = ({ steps }) =>
  Object.keys(data.events).filter((event) => steps.some(({ kind }) => kind === event))
    .map((event) => word(data.events[event]));
/** @param {Moment} moment */
const isMistake = (moment) =>
  isJudgedBad(moment) || moment.notes.some(({ glyph }) => glyph?.startsWith("?"));
/**
 * A clock or an evaluation alone is no note that a reader looks for.
 * @param {Moment} moment
 */
export const isNoted = ({ notes, lines, judged }) =>
  (ANALYSED && judged?.glyph) || (VARIED && lines.length > 0) || notes.some(({ glyph, text, mark }) => glyph || text || mark);

/** @param {number} last */
function showTicks(last) {
  const ticks = at("#ticks");
  const told = now.quiz ? now.ply : last;
  const drawn = [now.line.path, now.language, told].join();
  if (ticks.drawn === drawn) return;
  ticks.drawn = drawn;
  const across = (/** @type {number} */ ply) => `${(100 * ply) / last}%`;
  const [from, to] = data.excerpt;
  const part = now.line === main && to !== from && (from || to !== last);
  put(
    ticks, part && make("line.part", { x1: across(from), x2: across(to), y1: 17, y2: 17 }),
    now.line.moments.slice(1, told + 1).map((moment, place) => {
      const glyph = moment.notes.find((note) => note.glyph);
      const kind = isMistake(moment) ? "bad" : glyph ? "good" : "note";
      const events = eventsOf(moment);
      return [
        place && moment.marks.some(isRound) && tick("round", across(place)),
        events.length && tick("event", across(place + 1), make("title", events.join(", "))),
        isNoted(moment) && tick(kind, across(place + 1)),
      ].filter(Boolean);
    }),
  );
}

/** @type {Record<string, string>} */
const TICKS = {
  round: "M0 0V10", event: "M-4 12 0 8 4 12 0 16z", bad: "M-4 7 0 0 4 7z",
  note: "M-3 4a3 3 0 0 1 6 0 3 3 0 0 1-6 0z",
};

/**
 * Rounds are lines, big events diamonds, mistakes triangles, other notes dots.
 * @param {string} kind
 * @param {string} x
 * @param {Child} [title]
 */
const tick = (kind, x, title) =>
  make("svg", { x }, make(`path.${kind}`, { d: TICKS[kind] ?? TICKS.note }, title));

/** @param {string} mark */
const isTurn = (mark) => !isRound(mark);
/** @param {(sign: string) => boolean} sign */
const starts = (sign) => (/** @type {Line} */ { moments, last }, /** @type {number} */ ply) => !ply || ply === last || moments[ply + 1].marks.some(sign);
/** @param {(moment: Moment) => unknown} is */
const led = (is) => (/** @type {Line} */ { moments }, /** @type {number} */ ply) => ply && is(moments[ply]);

/** Whether a ply of a line is one that buttons and keys such as "next_note" go to. */
/** @type {Record<string, (line: Line, ply: number) => unknown>} */
const LANDMARKS = {
  turn: starts(isTurn), round: starts(isRound), note: led(isNoted), mistake: led(isMistake),
  event: led((moment) => eventsOf(moment).length), ...(ANALYSED && { own: led(isOwnMistake) }),
};

/**
 * Goes to the next landmark of a kind, or back to the one before.
 * @param {string} action
 */
function jump(action) {
  const [way, kind] = action.split("_");
  const { line, ply } = now;
  const end = way === "next" ? line.last : 0;
  const step = Math.sign(end - ply);
  for (let place = ply; place !== end;) {
    place += step;
    if (LANDMARKS[kind](line, place)) return go({ ply: place });
  }
  return go({});
}

/** @param {string} action */
export const act = (action) => (actions[action] ? actions[action]() : jump(action));

/** @type {Record<string, () => unknown>} */
const actions = {
  next: () => (isEnd() && openFinale()) || go({ ply: now.ply + 1 }),
  back: () => closeFinale() || go({ ply: now.ply - 1 }),
  first: () => go({ ply: 0 }),
  last: () => go({ ply: Infinity }),
  play: () => (now.playing ? pause() : play()),
  again: () => now.ply && !calm.matches && (finish(), perform()),
  next_view: () => go({ viewer: following(data.viewers, now.viewer) }),
  other_language: () => {
    keepSetting("language", otherLanguage());
    go({ language: otherLanguage() });
  },
  goto: askWhere,
  go_there: () => {
    at("#goto").close();
    go({ ply: Number(at("#ply").value) + now.line.from });
  },
  return: goBack,
  theme: turnTheme,
  copy_link: () => copyText(link(), at("#share")),
  share,
  copy_shared_link: () => copyShared("link"),
  copy_embed: () => copyShared("embed"),
  copy_picture: () => copyShared("picture"),
  copy_clip: () => copyShared("clip"),
  finale: showFinale,
  close_finale: () => {
    closeFinale();
    at("#podium").focus();
  },
  more: () => at("#more").ariaExpanded = document.body.classList.toggle("tooled"),
  help: () => at("#keys").showModal(),
  leave_variation: leave,
  quiz: turnQuiz,
  ...(ANALYSED && { learn }),
  guess,
  give_up: () => answer(""),
  annotate,
  add_comment: () => addComment().focus(),
  undo_notes: () => {
    editor.close();
    change(editing.place);
    redraw();
  },
  discard,
  copy_notation: () => copyText(writtenText(), at("#copy")).then(keepCopied),
  download_notation: () => download(writtenText(), "kifu"),
  copy_log: () => copyText(writtenLog(), at("#copy_log")).then(keepCopied),
  download_log: () => download(writtenLog(), "jsonl"),
};

/** Asks for a turn or a move to go to. */
function askWhere() {
  const { line } = now;
  const marks = line.moments.flatMap((moment, ply) =>
    moment.marks.map((sign) => ({ ply: ply && ply - 1, name: markWords(sign) })));
  put(at("#turns"), option("", "–"), marks.map(({ ply, name }) => option(ply, name)));
  at("#ply").max = line.last - line.from;
  at("#ply").value = now.ply - line.from;
  at("#goto").showModal();
  at("#ply").select();
}

/**
 * What comes after a value in a list that is a ring.
 * @template T
 * @param {T[]} list
 * @param {T} value
 */
export const following = (list, value) => list[(list.indexOf(value) + 1) % list.length];

export const speed = () => Number(at("#speed").value) || 1;

function play() {
  if (now.ply === now.line.last) go({ ply: now.line.from });
  tickOn();
}

/** Goes on move by move, to the end of the line, or of what is worth showing in it. */
function tickOn() {
  now.playing = setTimeout(() => {
    const shown = !("showing" in table.dataset);
    if (shown) go({ ply: now.ply + 1 });
    const ends = [now.line.last, now.line === main ? data.excerpt[1] : 0];
    if (shown && ends.includes(now.ply)) {
      pause();
      awaitFinale();
    }
    else if (now.playing) tickOn();
  }, patience());
  showBar();
}

/** Milliseconds until the next move: at the chosen speed or, where clocks tell how long it took, a
 * tenth of that, between 0.3 and 5 seconds. */
function patience() {
  const spent = at("#speed").value === "clock" && now.line === main ? data.spent[now.ply] : null;
  return spent == null ? 900 / speed() : Math.min(5000, Math.max(300, 100 * spent));
}

export function pause() {
  clearTimeout(now.playing);
  now.playing = 0;
  showBar();
}

function leave() {
  if (closeFinale()) return;
  if (VARIED && now.line.parent) go({ line: now.line.parent, ply: now.line.from + (now.line.on ? 0 : 1) });
}
