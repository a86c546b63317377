// Sharing: this moment as a link or as code for another page, texts that are copied, and files.

import { all, at, make, toast } from "./words.ts";
import { link } from "./address.ts";
import { embedCode } from "./embed.ts";

const sharing = at("#sharing");

export function share() {
  at("#share-link").value = link();
  at("#share-embed").value = embedCode();
  sharing.showModal();
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

for (const field of all("[readonly]", sharing)) field.onfocus = () => field.select();

/** Hands a file to the reader. */
export function handOver(content: Blob, name: string) {
  const url = URL.createObjectURL(content);
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
