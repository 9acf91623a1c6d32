import { isHttpUrl } from "../../../contract/fields.ts";
import type { RenderedMail } from "../../../contract/mails.ts";
import type { MarketingDraft } from "../../../contract/marketing.ts";
import { paths } from "../../../contract/paths.ts";
import type { MailRenderer } from "../../platform/render/port.ts";
import type { DeriveToken } from "../../platform/tokens.ts";
import { unsubscribeToken } from "./unsubscribe.ts";

export type DrawDeps = { renderer: MailRenderer; publicUrl: string; derive: DeriveToken };

/** Where an address can be taken off the list. */
export function unsubscribeUrl({ derive, publicUrl }: DrawDeps, address: string): string {
  return publicUrl + paths.unsubscribe(unsubscribeToken(derive, address));
}

/** A marketing mail as it reaches an address: the one way it is drawn, for the preview and for sending. */
export function drawMarketing(
  deps: DrawDeps,
  { mail, address }: { mail: MarketingDraft; address: string },
): Promise<RenderedMail> {
  const { template, subject, body, ctaLabel, ctaUrl } = mail;
  const cta = ctaLabel && ctaUrl && isHttpUrl(ctaUrl) ? { label: ctaLabel, url: new URL(ctaUrl).href } : null;
  const links = { main: unsubscribeUrl(deps, address) };
  return deps.renderer.renderMail(
    { mail: "marketing", template, subject, body, cta, links },
    { publicUrl: deps.publicUrl },
  );
}
