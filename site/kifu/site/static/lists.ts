// A page of the site with lists: results that the reader has asked for before are shown.

import "./results.ts";

document.body.dataset.ready = "";
