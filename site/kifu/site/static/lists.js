// A page of the site with lists: results that the reader has asked for before are shown.

import "./results.js";

document.body.dataset.ready = "";
