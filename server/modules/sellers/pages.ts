import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import { SUSPENSION_STATUS } from "../../../contract/rules/moderation.ts";
import { paths } from "../../../contract/rules/paths.ts";
import type { Database } from "../../platform/database/index.ts";
import type { RegisterPage } from "../../platform/http/register-page.ts";
import { findCurrentHandle, findShownCreator, visibleBranding } from "../creators/index.ts";
import { findSeller } from "./service.ts";

export function registerSellerPages(
  registerPage: RegisterPage,
  { db, publicUrl }: { db: Database; publicUrl: string },
): void {
  registerPage(pageRoutes.legal, async ({ params, reply, sendPage, sendNotFound }) => {
    const creator = await findShownCreator(db, params.handle);
    if (!creator) {
      // Receipts sent before the page was renamed still link to the former handle.
      const current = await findCurrentHandle(db, params.handle);
      if (!current) return sendNotFound();
      return reply.header("Cache-Control", "no-store").redirect(paths.legal(current), 302);
    }
    if (creator.suspension !== null) {
      const ground = creator.suspendedFor ?? "rules";
      return sendPage({ page: "creator-suspended", ground }, { status: SUSPENSION_STATUS[ground] });
    }
    const seller = await findSeller(db, creator.id);
    if (!seller) return sendNotFound();
    const { handle, displayName, language } = creator;
    return sendPage({
      page: "legal",
      creator: { handle, display_name: displayName },
      seller,
      pageLanguage: language,
      ...visibleBranding(creator, publicUrl),
    });
  });
}
