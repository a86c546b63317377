// Sharing: this moment as a link or as code for another page, texts that are copied, files, and the slim view that such a
// page shows (match.html#embed).

import { at, make, toast } from "./words.ts";
import { link, writePlace } from "./address.ts";
import { embedded } from "./now.ts";
import { flag, table } from "./table.ts";

const sharing = at("#sharing");

export function share() {
  at("#share-link").value = link();
  at("#share-embed").value = embedCode();
  at("#send").hidden = !navigator.share;
  sharing.showModal();
}

/** Hands this moment to the system's own sheet; where that is refused, the link is copied. */
export async function send() {
  try {
    await navigator.share({ title: document.title, url: link() });
    sharing.close();
  } catch (error) {
    if ((error as Error).name !== "AbortError") await copyShared("link");
  }
}

/** Copies one of them and closes the menu. */
export function copyShared(name: string) {
  const text = at(`#share-${name}`).value;
  sharing.close();
  return copyText(text, at("#share"));
}

export async function copyText(text: string, button: HTMLElement) {
  try {
    await navigator.clipboard.writeText(text);
    toast("copied");
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

/** Hands a file to the reader. */
export function handOver(content: Blob, name: string) {
  const url = URL.createObjectURL(content);
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// The slim view: table, caption, buttons. The table is laid out for its frame.

flag(document.body, { embed: embedded });
if (embedded) {
  at(".name").classList.add("sr");
  // What may scroll can be reached by keys.
  table.parentElement.tabIndex = 0;
}

/** HTML that shows this moment in another page. */
function embedCode() {
  const src = (at('link[rel="canonical"]')?.href ?? `./${location.pathname.split("/").pop()}`) + writePlace().replace("#", "#embed&");
  return make("iframe", { src, width: 480, height: 400, title: document.title, loading: "lazy" }).outerHTML.replace("<iframe", '<iframe style="border:0;max-width:100%"');
}
