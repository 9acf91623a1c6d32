import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { type Audiences, audienceExpansionJob } from "./audience-expansion.ts";
import { createRenderer } from "./rendering.ts";
import { marketingJobs, type SendDeps } from "./sending.ts";
import { createMarketingService } from "./service.ts";
import { testEmailJob } from "./test-email.ts";

export type { Audiences } from "./audience-expansion.ts";
export type { SentElsewhere } from "./import-sent.ts";
export { type EmailPageRow, findEmailPage, latestPublished } from "./published-emails.ts";
export { newsSender } from "./rendering.ts";

export type { Marketing } from "./service.ts";
export { isListed } from "./suppression.ts";
export { hashEmail } from "./unsubscribe.ts";

type Dependencies = { audiences: Audiences } & Pick<
  Parameters<typeof createMarketingService>[0],
  "leaveAudience" | "findOwner"
> &
  Pick<SendDeps, "findContact" | "findReaderLanguage" | "findUserLanguage">;

/** Marketing emails of administrators and creators, and unsubscriptions. */
export function createMarketing(infrastructure: Infrastructure, uses: Dependencies) {
  const parts = { ...infrastructure, ...uses, publicUrl: infrastructure.settings.publicUrl };
  const deps = { ...parts, render: createRenderer(parts) };
  const marketing = createMarketingService(deps);
  return {
    jobs: [...marketingJobs(deps), audienceExpansionJob(deps), testEmailJob(deps)],
    maintenance: { "finalize-campaigns": () => marketing.finalizeCampaigns() },
    api: marketing,
  } satisfies Module;
}
