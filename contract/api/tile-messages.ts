import { fieldMessages } from "../rules/fields.ts";
import { formatNumber } from "../rules/formats.ts";
import { MAX_TILES } from "../rules/limits.ts";
import { defineMessages } from "../texts.ts";

export const tileMessages = defineMessages("tiles", {
  uploadRunning: "Please wait for the image upload to finish.",
  urlRequired: "Please provide a destination URL.",
  url: "Destination URL must include http:// or https://",
  product: "Please select a product.",
  endsBeforeStart: "The end must be after the start.",
  limitReached: "Free plan tile limit reached. Upgrade for unlimited tiles and remove branding.",
  abuseLimit: "A page can have at most {max} tiles. Delete one to add another.",
  position: "Position must be a whole number from 0 to 100000.",
  selection: "Please select tiles.",
  action: "Action must be show, hide, delete, restore or order.",
});
export const TOO_MANY_TILES = tileMessages.abuseLimit({ max: formatNumber(MAX_TILES) });
/** The messages for an invalid destination URL. An empty URL has a message of its own. */
export const destinationMessages = {
  noun: "Destination URL",
  form: tileMessages.url,
  host: fieldMessages.urlHost({ noun: "Destination URL" }),
} as const;

/** The codes of errors of a sent tile. */
export const TILE_INPUT_ERRORS = [
  "invalid_input",
  "tiles.product_not_own",
  "tiles.picture_not_own",
  "tiles.goal_products_not_own",
  "tiles.priced_elsewhere",
  "products.price_below_minimum",
];
