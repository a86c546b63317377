// The script that the replay pages of a site share: that of a page by itself, and what only sites have.

import "./given.ts";
import "./situations.ts";
import "./main.ts";
