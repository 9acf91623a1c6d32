import { tileMessages } from "../../../contract/api/tiles.ts";
import { AppError, fieldError, notFound } from "../../platform/http/app-error.ts";

export const tileNotFound = () => notFound("Tile");
export const tileLimitReached = () => new AppError(403, "tiles.limit_reached", tileMessages.limitReached);
export const tileAbuseLimit = () => new AppError(403, "tiles.abuse_limit", tileMessages.abuseLimit);
export const productNotOwn = () =>
  fieldError(400, "tiles.product_not_own", "productId", tileMessages.product);
/** Also for times that are in order as local times, but not as instants when clocks change in between. */
export const endsBeforeStart = () => fieldError(400, "invalid_input", "endsAt", tileMessages.endsBeforeStart);
export const sizeNeedsPlan = () =>
  fieldError(403, "appearance.plan_required", "size", "Wide tiles are part of the Creator plan.");
