import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { type Audiences, audienceExpansionJob } from "./audience-expansion.ts";
import { createRenderer } from "./rendering.ts";
import { marketingJobs } from "./sending.ts";
import { createMarketingService } from "./service.ts";

export type { Marketing } from "./service.ts";
export { hashAddress } from "./unsubscribe.ts";

/** Creates the module of marketing emails and their suppression list. */
export function createMarketing(infrastructure: Infrastructure, { audiences }: { audiences: Audiences }) {
  const parts = { ...infrastructure, publicUrl: infrastructure.settings.publicUrl, audiences };
  const deps = { ...parts, render: createRenderer(parts) };
  const marketing = createMarketingService(deps);
  return {
    jobs: [...marketingJobs(deps), audienceExpansionJob(deps)],
    maintenance: { "finalize-campaigns": () => marketing.finalizeCampaigns() },
    api: marketing,
  } satisfies Module;
}
