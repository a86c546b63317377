// Files that the page hands to its reader.

import { make } from "./words.ts";

export function handOver(content: Blob, name: string) {
  const url = URL.createObjectURL(content);
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
