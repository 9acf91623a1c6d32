import type { OrderBase } from "../../../contract/api/buyer-orders.ts";
import { t } from "../../../contract/texts.ts";

/** Returns a creator's name. One who has left has no handle any more, and is named in the page's language instead of the API's English. */
export const creatorName = ({
  handle,
  display_name,
}: Pick<OrderBase["creator"], "handle" | "display_name">) =>
  handle === "" ? t("A former creator") : display_name;
