import { AppError, fieldError } from "../../platform/http/app-error.ts";

export const creatorNotFound = () =>
  new AppError(404, "analytics.creator_unknown", "This page no longer exists.");
export const tileNotOnPage = () =>
  fieldError(400, "analytics.tile_not_on_page", "tileId", "This tile is not on the creator's page.");
