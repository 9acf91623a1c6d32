import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { CAMPAIGN_NAME } from "../../../contract/rules/sources.ts";
import type { Database } from "../../platform/database/index.ts";
import type { RegisterPage } from "../../platform/http/register-page.ts";
import { findCurrentHandle } from "../creators/index.ts";
import { type CampaignTarget, findCampaignTarget } from "./repository.ts";

/**
 * Registers the short URLs of campaign links. They count nothing: the opened page reports its visit, so that
 * bots and visitors who opt out are not counted.
 */
export function registerCampaignPages(registerPage: RegisterPage, { db }: { db: Database }): void {
  registerPage(pageRoutes.campaign, async ({ params, reply, sendNotFound }) => {
    const { handle } = params;
    const name = params.name.toLowerCase();
    const find = (ownHandle: string) =>
      findCampaignTarget(db, { handle: ownHandle, name: CAMPAIGN_NAME.test(name) ? name : "" });
    const redirect = (to: string, target: CampaignTarget) =>
      reply.header("Cache-Control", "no-store").redirect(targetUrl({ handle: to, name }, target), 302);
    const target = await find(handle);
    if (target) return redirect(handle.toLowerCase(), target);
    const current = await findCurrentHandle(db, handle);
    const moved = current === undefined ? undefined : await find(current);
    return current !== undefined && moved ? redirect(current, moved) : sendNotFound();
  });
}

function targetUrl(link: { handle: string; name: string }, { source, slug }: CampaignTarget): string {
  const page = slug === null ? paths.creator(link.handle) : paths.product(link.handle, slug);
  return source === null ? page : `${page}?${new URLSearchParams({ source, campaign: link.name })}`;
}
