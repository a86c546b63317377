// How texts are folded before they are compared, as kifu.site.website.parts does it.

/** A text without differences of case, width, marks on letters, and of hiragana and katakana. */
export function folded(text: string) {
  return text.normalize("NFKD")
    .replace(/[\u0300-\u036f]|[\u05b0-\u05bd]|[\u064b-\u065f]|\u0670|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g, "")
    .replace(/[\u30a1-\u30f6\u30fd\u30fe]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 96))
    .toLowerCase().replaceAll("ς", "σ").normalize("NFC");
}
