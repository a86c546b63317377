// Files that the page hands to its reader.

import { make } from "./words.js";

/**
 * @param {Blob} content
 * @param {string} name
 */
export function handOver(content, name) {
  const url = URL.createObjectURL(content);
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
