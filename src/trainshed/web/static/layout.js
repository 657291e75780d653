// For pages with a board that does not change: shows it in the layout of the window.
import { layout } from "./shell.js";

// The server draws the board for one layout. If it is the wrong one, the page is loaded again with the right cookie; only
// once, as cookies may be blocked.
const stage = document.querySelector("#stage");
const again = performance.getEntriesByType("navigation")[0].type === "reload";
if (stage && stage.dataset.layout !== layout() && !again) location.reload();
addEventListener("layout", () => stage && location.reload());
