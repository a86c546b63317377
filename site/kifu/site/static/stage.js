// The stage: what is shown of a place, and in which order. Views know where the reader is (now.js);
// nobody but this module knows all views.

import { calm, main } from "./lines.js";
import { embedded, endsHere, now, notify, show, subscribe } from "./now.js";
import { tableAt } from "./fold.js";
import { drawable, heldAt } from "./held.js";
import { at } from "./words.js";
import { drawTable, flag, table } from "./table.js";
import { layOut } from "./lay.js";
import { showNotes, tell } from "./story.js";
import { showJudgement, translateJudgements } from "./judgement.js";
import { chooseComments, followMove, showMoves, translateMoves } from "./list.js";
import { showBar } from "./bar.js";
import { showCharts } from "./chart.js";
import { beatFrom } from "./beat.js";
import { finish, perform } from "./motion.js";
import { mark } from "./marks.js";
import { holdBack, labelQuiz, quiz, showQuiz } from "./quiz.js";
import { noPeek } from "./peek.js";
import { showWhatIf } from "./whatif.js";
import { awaitFinale, closeFinale, translateFinale } from "./finale.js";
import { sayDraft } from "./drafts.js";
import { followReader } from "./editor.js";
import { label, translate } from "./language.js";
import { labelSpoilers } from "./spoilers.js";
import { link, remember } from "./address.js";

subscribe("leave", finish, noPeek);
subscribe("limit", holdBack);
subscribe("arrive", arrive);
subscribe("where", showWhere, showMoves, showBar, labelSpoilers);
// A judgement stands below the notes, the quiz asks in the place of the sentence, and marks are
// measured on the table that is drawn.
subscribe("still", drawStill, tell, showNotes, showCharts, showJudgement, showQuiz, showWhatIf, linkWhole, markStill, followReader);
subscribe("language", translate, translateMoves, chooseComments, translateJudgements, translateFinale, labelQuiz, label, sayDraft);
subscribe("played", awaitFinale);
subscribe("tab", showWhatIf, followMove);

/**
 * Shows a place that the reader came to: a single step, or a beat of a match that plays by itself, card by
 * card, anything else at once.
 * @param {typeof now} before
 */
function arrive(before) {
  const turned = now.language !== before.language;
  if (now.line !== before.line || now.ply !== before.ply) closeFinale();
  if (turned) notify("language");
  if (now.quiz !== before.quiz) showQuiz();
  const changed = turned || now.viewer !== before.viewer || now.quiz !== before.quiz;
  if (changed) layOut();
  const plies = now.line === before.line && !turned ? now.ply - before.ply : 0;
  const step = plies === 1 || (now.playing > 0 && plies > 1 && plies === beatFrom(now.line, before.ply));
  if (step && !calm.matches && !quiz.asking) {
    notify("where");
    perform(before.ply);
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
  notify("still");
}

function showWhere() {
  const { line, ply, viewer } = now;
  Object.assign(table.dataset, { ply: ply - line.from, line: line.path, viewer });
}

/** @type {Shown} */
let still;

function drawStill() {
  const { line, ply, viewer } = now;
  still = quiz.asking ? drawable(tableAt(line, ply, viewer)) : heldAt(line, ply, viewer);
  drawTable(still);
  flag(document.body, { ended: now.line === main && now.ply === main.last, "ends-here": endsHere() });
}

function markStill() {
  mark(still, now.line, now.ply);
}

function linkWhole() {
  if (embedded) at("#whole").href = link();
}
