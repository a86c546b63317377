// What the replay pages of a site get from their shared script: the words of both languages, and the
// controls that a match needs. It runs before all others but that of the data.

import { data } from "./lines.ts";

data.ui = kifuShared.words;
// Of kifu's own templates, and nothing of a match.
// eslint-disable-next-line no-restricted-properties
for (const [near, place, html] of kifuShared.controls) document.querySelector(near)?.insertAdjacentHTML(place, html);
for (const [those, is] of [
  ["#podium", document.querySelector(".finale")],
  ["#pencil, #notes", data.notation.length],
  ["label:has(#viewer)", data.viewers.length > 1],
  ["#ask", data.viewer || !data.redacted],
] as const) {
  if (!is) document.querySelectorAll(those).forEach((one) => one.remove());
}
