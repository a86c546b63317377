// Going to a place, and the same in the address: #ply=57&line=4.1&seat=2&lang=ja&quiz=2&learn.

import { ALL, calm, data, languages, lineAt, main, PUBLIC } from "./lines.js";
import { ownLanguage } from "./settings.js";
import { tableAt } from "./fold.js";
import { drawable, heldAt } from "./held.js";
import { embedded, now } from "./now.js";
import { at, t } from "./words.js";
import { drawTable, flag, table } from "./table.js";
import { layOut } from "./lay.js";
import { showNotes, tell } from "./story.js";
import { showJudgement } from "./judgement.js";
import { showMoves } from "./list.js";
import { showBar } from "./transport.js";
import { showCharts } from "./chart.js";
import { finish, perform } from "./motion.js";
import { mark } from "./marks.js";
import { holdBack, quiz, showQuiz } from "./quiz.js";
import { noPeek } from "./peek.js";
import { closeFinale } from "./finale.js";
import { translate } from "./language.js";

export const viewers = at("#viewer");

/** Where the reader was before each jump. */
/** @type {{ line: Line, ply: number }[]} */
export const trail = [];

/** Goes back to where the reader was before the last jump. */
export function goBack() {
  const place = trail.pop();
  if (!place) return;
  go(place);
  trail.pop();
}

/**
 * Goes to a place; what is left out stays as it is. Before its first move a variation ends.
 * @param {Partial<typeof now>} place
 */
export function go(place) {
  finish();
  const before = { ...now };
  noPeek();
  Object.assign(now, place);
  now.ply = Math.min(Math.max(now.ply, 0), now.line.last);
  while (VARIED && now.ply < now.line.from) now.line = now.line.parent ?? main;
  if (now.quiz) holdBack();
  if (now.line !== before.line || now.ply !== before.ply) closeFinale();
  if (now.line !== before.line || Math.abs(now.ply - before.ply) > 1) trail.push({ line: before.line, ply: before.ply });
  const turned = now.language !== before.language;
  if (turned) translate();
  if (now.quiz !== before.quiz) showQuiz();
  const changed = turned || now.viewer !== before.viewer || now.quiz !== before.quiz;
  if (changed) layOut();
  const step = now.line === before.line && now.ply === before.ply + 1 && !turned;
  if (step && !calm.matches && !quiz.asking) {
    showWhere();
    perform();
  } else show();
  if (changed) relay();
  remember();
}

/**
 * Lays the table out again, with everything drawn as it is now: so the same place always looks the same,
 * whatever was seen before.
 */
export function relay() {
  layOut();
  showStill();
}

/** Shows the place where the reader is. */
export function show() {
  showWhere();
  showStill();
}

/** Says where the reader is: in the address of the table, in the move list, on the bar. */
function showWhere() {
  const { line, ply, viewer } = now;
  Object.assign(table.dataset, { ply: ply - line.from, line: line.path, viewer });
  showMoves();
  showBar();
  if (viewers) viewers.value = viewer;
}

/** Shows the table, and what has happened in words: after the cards have moved. */
export function showStill() {
  const { line, ply, viewer } = now;
  const { steps } = line.moments[ply];
  const still = quiz.asking ? drawable(tableAt(line, ply, viewer)) : heldAt(line, ply, viewer);
  drawTable(still);
  flag(document.body, { ended: line === main && ply === main.last });
  tell(steps);
  showNotes();
  showCharts();
  if (ANALYSED) showJudgement();
  showQuiz();
  if (embedded) at("#whole").href = link();
  mark(still, line, ply);
}

/**
 * A viewer as the address names it.
 * @param {number} viewer
 * @returns {string}
 */
export const viewerName = (viewer) => ({ [ALL]: "all", [PUBLIC]: "public" })[viewer] ?? String(viewer);

/** @param {string} fragment */
export function readPlace(fragment) {
  const asked = new URLSearchParams(fragment.slice(1));
  const line = lineAt(asked.get("line") ?? "") ?? main;
  const ply = asked.get("ply") ?? "";
  const named = (/** @type {string} */ name) => data.viewers.find((viewer) => viewerName(viewer) === asked.get(name));
  return {
    line,
    ply: /^\d{1,7}$/.test(ply) ? Number(ply) + line.from : line === now.line ? now.ply : line.from,
    viewer: named("seat") ?? now.viewer,
    quiz: named("quiz") || now.quiz,
    learn: ANALYSED && (asked.has("learn") || now.learn),
    language: languages.find((language) => language === asked.get("lang")) ?? now.language,
  };
}

export function writePlace() {
  const { line, ply, language } = now;
  const viewer = now.quiz ? quiz.viewer : now.viewer;
  return [
    `#ply=${ply - line.from}`,
    line.path && `line=${line.path}`,
    viewer !== data.viewer && `seat=${viewerName(viewer)}`,
    language !== ownLanguage && `lang=${language}`,
    now.quiz && `quiz=${viewerName(now.quiz)}`,
    ANALYSED && now.quiz && now.learn && "learn",
  ].filter(Boolean).join("&");
}

let remembering = 0;

/** Browsers allow only so many changes of the address in a while, so it follows a little later. */
function remember() {
  clearTimeout(remembering);
  remembering = setTimeout(() => history.replaceState(null, "", addressed()), 200);
}

const addressed = () => writePlace().replace("#", embedded ? "#embed&" : "#");
export const link = () => location.href.split("#")[0] + writePlace();

/**
 * @param {string} text
 * @param {HTMLElement} button
 */
export async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    at("#toast").textContent = t("copied");
    setTimeout(() => (at("#toast").textContent = ""), 2000);
    button.focus();
    return true;
  } catch {
    const box = at("#copying textarea");
    box.value = text;
    at("#copying").showModal();
    box.select();
    return false;
  }
}
