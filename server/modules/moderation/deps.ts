import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Audience } from "../audience/index.ts";
import type { Orders } from "../orders/index.ts";

export type ModerationDeps = Pick<
  Infrastructure,
  | "clock"
  | "db"
  | "hosts"
  | "jobs"
  | "limits"
  | "log"
  | "mails"
  | "pageInvalidations"
  | "renderer"
  | "settings"
> & {
  orders: Pick<Orders, "closePaymentsOf">;
  /** Returns a sent email with its creator, by the key of the email's page. */
  findLetterPage: Audience["findLetterPage"];
  /**
   * Returns the HTML that visitors receive: of a creator's page, optionally with a tile open, or of a
   * product's page. Returns undefined if there is none.
   */
  renderPublicPage(page: {
    handle: string;
    tileId: number | null;
    slug: string | null;
  }): Promise<string | undefined>;
};
