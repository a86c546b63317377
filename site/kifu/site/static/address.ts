// The place in the address: #ply=57&line=4.1&seat=2&lang=ja&quiz=2&learn&spoilers=off.

import { ALL, data, languages, lineAt, main, PUBLIC } from "./lines.ts";
import { embedded, now, ownLanguage, ownSpoilers } from "./now.ts";
import { quiz } from "./quiz.ts";
import { whatIfAt } from "./whatifs.ts";

/** A viewer as the address names it. */
const viewerName = (viewer: number) => ({ [ALL]: "all", [PUBLIC]: "public" })[viewer] ?? String(viewer);

export function readPlace(fragment: string) {
  const asked = new URLSearchParams(fragment.slice(1));
  const path = asked.get("line") ?? "";
  const line = lineAt(path) ?? whatIfAt(path) ?? main;
  const ply = asked.get("ply") ?? "";
  const named = (name: string) => data.viewers.find((viewer) => viewerName(viewer) === asked.get(name));
  return {
    line,
    ply: /^\d{1,7}$/.test(ply) ? Number(ply) + line.from : line === now.line ? now.ply : line.from,
    viewer: named("seat") ?? now.viewer,
    quiz: named("quiz") || now.quiz,
    spoilers: asked.has("spoilers") ? asked.get("spoilers") !== "off" : now.spoilers,
    learn: data.analysis.judged !== undefined && (asked.has("learn") || now.learn),
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
    now.quiz && now.learn && "learn",
    now.spoilers ? !ownSpoilers && "spoilers=on" : "spoilers=off",
  ].filter(Boolean).join("&");
}

let remembering = 0;

/** Browsers allow only so many changes of the address in a while, so it follows a little later. A
 * problem keeps its address: opened again, it asks again. */
export function remember() {
  if (data.problem) return;
  clearTimeout(remembering);
  remembering = setTimeout(() => history.replaceState(null, "", writePlace().replace("#", embedded ? "#embed&" : "#")), 200);
}

export const link = () => location.href.split("#")[0] + writePlace();
