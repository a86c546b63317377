// Where the reader is: a line, a ply, a viewer, a language, and how the page is shown. Any module may
// go somewhere else; what is shown then follows by subscription (stage.js), so nobody who goes needs
// to know who shows.

import { data, main } from "./lines.ts";
import { languageOf, settings } from "./shelf.ts";

/** Whether what comes is shown before the reader gets there, by the reader's choice. */
export const ownSpoilers = settings.spoilers !== false;
export const ownLanguage = languageOf(data.languages, data.language);

export const now = {
  line: main, ply: data.excerpt[0], viewer: data.viewer, language: ownLanguage,
  quiz: data.problem ? data.viewer : 0, learn: Boolean(data.problem), spoilers: ownSpoilers, playing: 0, showing: 0,
};
/** The ply of the match whose decision is shown: a what-if has that of the move in whose place it is; 0 in variations. */
export const decided = () => (now.line === main ? now.ply : now.line.whatIf ? now.line.from + 1 : 0);
/** Whether the page ends at the place of the reader: nothing that comes after it is shown. */
export const endsHere = () => now.quiz > 0 || !now.spoilers;
/** Whether the reader is at the end of the match. */
export const isEnd = () => now.line === main && now.ply === main.last;
/** Whether the page is the slim view in another page. */
export const embedded = new URLSearchParams(location.hash.slice(1)).has("embed");

/** What is called, in this order: before the reader leaves a place; to hold back a reader who may not
 * go so far; with the place before, once they are at the new one. Then, as often as it is drawn: to
 * say where they are; to show the table at rest. Last, in another language; at the end of playing;
 * when another part of the panel is open. */
const subscribers: Partial<Record<When, Call[]>> = {};
type When = "leave" | "limit" | "arrive" | "where" | "still" | "language" | "played" | "tab";
type Call = (before: typeof now) => void;

/** @param called in this order */
export const subscribe = (event: When, ...called: Call[]) => void (subscribers[event] ??= []).push(...called);

export function notify(event: When, before = now) {
  for (const call of subscribers[event] ?? []) call(before);
}

/** Shows the place where the reader is. */
export function show() {
  notify("where");
  notify("still");
}

/** Whether the system wants nothing to move. */
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Goes to a place; what is left out stays as it is. Before its first move a variation ends. */
export function go(place: Partial<typeof now>) {
  notify("leave");
  const before = { ...now };
  Object.assign(now, place);
  now.ply = Math.min(Math.max(now.ply, 0), now.line.last);
  while (now.ply < now.line.from) now.line = now.line.parent ?? main;
  notify("limit");
  notify("arrive", before);
}
