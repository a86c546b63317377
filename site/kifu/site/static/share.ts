// Sharing: this moment as a link, as code for another page, and the command that makes a clip of it.

import { ALL, data, main } from "./lines.ts";
import { now } from "./now.ts";
import { all, at, toast } from "./words.ts";
import { link, viewerName } from "./address.ts";
import { embedCode } from "./embed.ts";

const sharing = at("#sharing");
/** The plies that a clip shows before the moment, where the reader says nothing else. */
const BEFORE = 10;
/** The most plies of a clip. */
const CLIP = 200;
const [clipFrom, clipTo] = ["#clip-from", "#clip-to"].map((name) => at(name));

/** The file that the command reads: what "Download (.kifu)" gives. */
const recordFile = () => `${data.game}.kifu`;

/** What the command says of eyes, language and colours, where it is not as they have it. */
function lookOptions() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  return [
    now.viewer !== ALL && ` --as ${viewerName(now.viewer)}`,
    now.language !== "en" && ` --lang ${now.language}`,
    theme !== "light" && ` --theme ${theme}`,
  ].filter(Boolean).join("");
}

/** The last ply of the game that the reader may share a clip of. */
const clipEnd = () => now.spoilers ? main.last : now.line === main ? now.ply : now.line.from;

/** The command for a clip of the game, `from` and `to` counted as the reader counts moves. */
function clipCommand() {
  const [from, to] = clipRange(Number(clipFrom.value), Number(clipTo.value));
  return `kifu clip ${recordFile()} --from ${from} --to ${to}${lookOptions()} -o ${data.game}-${from}-${to}.webp`;
}

/** A passage that the reader may know: its end after its start, and not too long. */
function clipRange(from: number, to: number): [number, number] {
  const inside = (ply: number) => Math.min(Math.max(Math.trunc(ply) || 0, 0), clipEnd());
  const [first, last] = [inside(from), inside(to)].sort((one, other) => one - other);
  return [first, Math.min(last, first + CLIP)];
}

export function share() {
  const { line, ply } = now;
  const here = line === main ? ply : line.from;
  const [first, last] = here ? [here - BEFORE, here] : [0, BEFORE];
  [clipFrom.value, clipTo.value] = clipRange(first, last);
  clipFrom.max = clipTo.max = String(clipEnd());
  sayShared();
  sharing.showModal();
}

/** Writes what would be copied. */
function sayShared() {
  at("#share-link").value = link();
  at("#share-embed").value = embedCode();
  at("#share-clip").value = clipCommand();
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

clipFrom.oninput = clipTo.oninput = sayShared;
for (const field of all("[readonly]", sharing)) field.onfocus = () => field.select();
