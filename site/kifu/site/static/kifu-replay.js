// <kifu-replay src="matches/ab/1.html#ply=57">: a match of the site that this script lies on, in anybody's
// page. It loads that page and nothing else.

{
  const script = new URL(/** @type {HTMLScriptElement | null} */ (document.currentScript)?.src || location.href);
  const folder = script.pathname.replace(/[^/]*$/, "");

  // The host may say otherwise: its rules for `kifu-replay` come before these.
  const style = new CSSStyleSheet();
  style.replaceSync(`
    :host { display: block; aspect-ratio: 6 / 5; min-height: 400px; max-height: min(680px, 92vh); }
    :host([hidden]) { display: none; }
    :host([theme="light"]) { color-scheme: light; }
    :host([theme="dark"]) { color-scheme: dark; }
    iframe { display: block; width: 100%; height: 100%; border: 0; border-radius: inherit; color-scheme: inherit; }
  `);

  class KifuReplay extends HTMLElement {
    static observedAttributes = ["src", "theme"];
    shadow = this.attachShadow({ mode: "open", delegatesFocus: true });

    connectedCallback() {
      this.shadow.adoptedStyleSheets = [style];
      this.show(true);
    }

    /** @param {string} name */
    attributeChangedCallback(name) {
      if (this.isConnected) this.show(name === "src");
    }

    /** @param {boolean} goes - to the place that `src` names; else the reader stays where they are */
    show(goes) {
      const page = pageOf(this.getAttribute("src") ?? "");
      if (!page) return this.refuse();
      page.hash = fragment(goes ? page.hash : "", this.getAttribute("theme") ?? "");
      const frame = this.shadow.querySelector("iframe") ?? document.createElement("iframe");
      // What the element holds is for browsers without the script, and names the frame.
      frame.title = this.title || this.textContent.trim() || "kifu";
      frame.loading = "lazy";
      frame.allow = "clipboard-write";
      frame.referrerPolicy = "no-referrer";
      frame.src = page.href;
      if (!frame.isConnected) this.shadow.replaceChildren(frame);
    }

    refuse() {
      const words = document.createElement("p");
      words.textContent = `kifu-replay: src is not a page of ${script.host ? script.host + folder : "this folder"}.`;
      this.shadow.replaceChildren(words, document.createElement("slot"));
    }
  }

  /**
   * The page that `src` names, as seen from the script; null where it lies elsewhere or is none.
   * @param {string} src
   */
  function pageOf(src) {
    if (!src || !URL.canParse(src, script.href)) return null;
    const page = new URL(src, script);
    // From disk every page has the origin "null", whatever its host.
    const near = page.protocol === script.protocol && page.host === script.host && page.pathname.startsWith(folder);
    return near && /^(https?|file):$/.test(page.protocol) ? page : null;
  }

  /**
   * The place in the page, in the small view and the colours that are asked for; else the page has those
   * of the host, since a frame inherits them.
   * @param {string} hash
   * @param {string} theme
   */
  function fragment(hash, theme) {
    const asked = hash.slice(1).split("&").filter((part) => part && part !== "embed" && !part.startsWith("theme="));
    return ["embed", ...asked, `theme=${/^(light|dark)$/.test(theme) ? theme : ""}`].join("&");
  }

  if (!customElements.get("kifu-replay")) customElements.define("kifu-replay", KifuReplay);
}
