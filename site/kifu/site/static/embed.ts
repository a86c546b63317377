// The slim view for other people's pages, match.html#embed: table, caption, buttons. The table is
// laid out for its frame.

import { embedded } from "./now.ts";
import { at, make } from "./words.ts";
import { flag, table } from "./table.ts";
import { writePlace } from "./address.ts";

flag(document.body, { embed: embedded });
if (embedded) {
  at(".name").classList.add("sr");
  // What may scroll can be reached by keys.
  table.parentElement.tabIndex = 0;
}

/** HTML that shows this moment in another page. */
export function embedCode() {
  const name = `./${location.pathname.split("/").pop()}`;
  const src = (at('link[rel="canonical"]')?.href ?? name) + writePlace().replace("#", "#embed&");
  const look = { width: 480, height: 400, title: document.title, loading: "lazy" };
  const { outerHTML } = make("iframe", { src, ...look });
  return outerHTML.replace("<iframe", '<iframe style="border:0;max-width:100%"');
}

