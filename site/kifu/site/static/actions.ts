// Actions: what buttons and keys do, by name.

import { data, main } from "./lines.ts";
import { keepSetting } from "./shelf.ts";
import { otherLanguage, turnSpoilers, turnTheme } from "./language.ts";
import { go, isEnd, now } from "./now.ts";
import { at, following } from "./words.ts";
import { landmark } from "./landmarks.ts";
import { link } from "./address.ts";
import { isOwnMistake } from "./judgement.ts";
import { change, discard, download, keepCopied, redraw, writtenText } from "./notes.ts";
import { addComment, annotate, editing, editor } from "./editor.ts";
import { pause, play } from "./motion.ts";
import { answer, guess, learn, learnNext, turnQuiz } from "./quiz.ts";
import { openFinale, showFinale } from "./finale.ts";
import { copyShared, copyText, send, share } from "./share.ts";
import { watchTurn } from "./invitation.ts";
import { keepWhatIf, leaveWhatIf } from "./whatif.ts";
import { checkDeal } from "./fair.ts";
import { saveMoment, saveStory } from "./picture.ts";
import { openTab, uncover } from "./tabs.ts";

/** Goes to the next landmark of a kind, or back to the one before. */
function jump(action: string) {
  const [way, kind] = action.split("_");
  go({ ply: landmark(kind === "own" ? isOwnMistake : kind, now.line, now.ply, way === "next") });
}

export const act = (action: string) => (actions[action] ? actions[action]() : jump(action));

const actions: Record<string, () => unknown> = {
  next: () => (isEnd() && openFinale()) || go({ ply: now.ply + 1 }),
  back: () => uncover() || go({ ply: now.ply - 1 }),
  first: () => go({ ply: 0 }),
  last: () => go({ ply: Infinity }),
  play: () => (now.playing ? pause() : play()),
  next_view: () => go({ viewer: following(data.viewers, now.viewer) }),
  other_language: () => {
    keepSetting("language", otherLanguage());
    go({ language: otherLanguage() });
  },
  theme: turnTheme,
  check_deal: checkDeal,
  copy_link: () => copyText(link(), at("#share")),
  share,
  send,
  copy_shared_link: () => copyShared("link"),
  copy_embed: () => copyShared("embed"),
  save_moment: saveMoment,
  save_story: () => saveStory(0),
  save_square: () => saveStory(1),
  finale: showFinale,
  close_finale: () => {
    uncover();
    at("#podium").focus();
  },
  close: () => openTab(""),
  watch_turn: watchTurn,
  from_start: () => (uncover(), go({ line: main, ply: 0 }), play()),
  watch_here: () => (uncover(), play()),
  spoilers: turnSpoilers,
  more: () => (at("#more").ariaExpanded = String(document.body.classList.toggle("tooled"))),
  help: () => at("#keys").showModal(),
  leave_variation: leave,
  keep_what_if: keepWhatIf,
  quiz: turnQuiz,
  learn,
  learn_next: learnNext,
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
  download_notation: download,
};

function leave() {
  if (uncover() || leaveWhatIf()) return;
  if (now.line.parent) go({ line: now.line.parent, ply: now.line.from + (now.line.on ? 0 : 1) });
}
