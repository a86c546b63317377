// What is told of a ply: its sentence, what followed, its notes.

import { data, moment, OUTSIDE } from "./lines.ts";
import { arriving, knows, owner, sees } from "./fold.ts";
import { now } from "./now.ts";
import { all, at, glyphName, icon, make, put, readable, sentence, t, word } from "./words.ts";
import { arrives, card, flag } from "./table.ts";
import { whatIfOf } from "./whatifs.ts";

export function sentenceNow() {
  const { line, ply, viewer } = now;
  if (ply) return sentence(sentenceOf(line.moments[ply], knows(line, ply, ply, viewer)));
  const comma = now.language === "ja" ? "、" : ", ";
  const names = data.seats.map((_, place) => `{${place + 1}}`);
  const last = names.length > 2 && now.language === "ja" ? "" : names.pop();
  return sentence(t("start_sentence", { names: [names.join(comma), last].filter(Boolean).join(t("and")) }));
}

export function tell() {
  const { told, headline, steps } = now.line.moments[now.ply];
  say("#sentence", sentenceNow());
  say("#headline", headline ? sentence(word(headline)) : []);
  put(at("#led"), headline ? sentenceNow() : []);
  flag(at(".caption"), { led: headline !== null });
  put(
    at("#followed"),
    steps.map((step) => consequences(step, told.length > 0)),
    told.map((words) => make("li.own", make("p", sentence(word(words))))),
  );
}

/** So wide is a headline that is long, in Latin letters. */
const LONG = 44;

/** Says something under the table; what is long has smaller letters. */
export function say(box: "#sentence" | "#headline", ...pieces: any[]) {
  const element = at(box);
  put(element, ...pieces);
  const wide = [...element.textContent].reduce((sum, letter) => sum + (letter < "\u2e80" ? 1 : 2), 0);
  flag(element, { long: wide > LONG });
}

/** What a move is called by who knows it, or by who does not. */
export function sentenceOf({ seat, words, move: token, veil }: Moment, known: boolean): string {
  if (known && token) return word(words);
  return veil.length ? word(veil.slice(1)) : t("hidden_move").replace("{1}", `{${seat}}`);
}

// What a step brought to rows, piles and pools, in short: "59 > Row 2". What a seat gets is
// left out where the game has told it in sentences; so is what is cleared away from the middle.
function consequences({ motions, seat }: Step, told: boolean) {
  const ways = new Map();
  for (const motion of motions.filter(arrives)) {
    const { src, dst } = motion;
    const kept = ![OUTSIDE, dst].includes(src) && !["choice", "hand"].includes(data.zones[dst][1]);
    const cleared = !owner(src) && !owner(dst) && data.zones[dst][1] === "pile";
    if (!kept || cleared || (told && owner(dst))) continue;
    const way = `${src} ${dst}`;
    if (!ways.has(way)) ways.set(way, []);
    ways.get(way).push(card(arriving(motion, now.viewer)));
  }
  return [...ways].map(([way, cards]) => {
    const [src, dst] = way.split(" ").map(Number);
    const by = seat || owner(src) || owner(dst);
    const to = owner(dst) !== by && owner(dst);
    return make(
      owner(dst) ? "li.own" : "li", by && make("span.badge", { "data-seat": by }, by), cards,
      make("span", { "aria-hidden": "true" }, " → "), to && make("span.badge", { "data-seat": to }, to), word(data.zones[dst][3]),
    );
  });
}

export function showNotes() {
  const { line, ply } = now;
  const here = line.moments[ply];
  const notes = readable(here.notes).map((note) => [
    note.glyph && make("p.glyph", make("b", note.glyph), " ", glyphName(note.glyph)),
    note.mark && make("p.moment", { dir: "auto" }, note.mark),
    note.clk && make("p.clock", t("clock", { time: note.clk })),
    note.emt && make("p.clock", t("spent", { time: note.emt })),
    note.text && comment("p", note, t("by", { name: note.by })),
    note.played && kept("p", ply, note.played),
  ]);
  const enters = here.lines.map(([on, said, moments], place) => {
    const path = `${line.path && line.path + "/"}${ply - line.from}.${place + 1}`;
    const first = moments[0] && moment(moments[0]);
    const late = first?.late.some(([mask]) => sees(mask, now.viewer));
    const label = [t(variationKind(on, said)), first && [": ", sentence(sentenceOf(first, !late))]];
    return make("p", make("a.enter", { href: `#ply=1&line=${path}` }, icon("branch"), label));
  });
  const reasons = ply === line.last ? line.reasons : [];
  put(
    at("#remarks"), notes, enters,
    reasons.map((reason) => make("p.reason", t("variation_broken", { reason }))),
  );
  at("#where").hidden = !line.parent || line.whatIf !== undefined;
  for (const element of all(".seat .clock")) element.textContent = "";
  for (let place = ply; place > 0 && place > ply - 40; place -= 1) {
    const { seat, notes } = line.moments[place];
    const clock = notes.find(({ clk }) => clk);
    const shown = clock && at(`.seat[data-seat="${seat}"] .clock`);
    if (shown && !shown.textContent) shown.textContent = clock.clk;
  }
}

/** What a variation is called. */
export const variationKind = (on: unknown, notes: ShownNote[]) =>
  on ? "variation_on" : notes.some(({ hindsight }) => hindsight) ? "variation_hindsight" : "variation";

export const comment = (name: string, { text, lang, by }: ShownNote, author: string | undefined) =>
  make(`${name}.comment`, { dir: "auto", lang }, text, by && [" ", make("cite", author)]);

/** A variation that the reader has kept. */
export function kept(name: string, ply: number, played: string) {
  const line = whatIfOf(ply, played);
  const label = [t("variation"), ": ", line ? sentence(word(line.whatIf?.words ?? [])) : played];
  return make(`${name}.kept`, line ? make("a.enter", { href: `#ply=${line.last - line.from}&line=${line.path}` }, icon("branch"), label) : label);
}
