import { LRUCache } from "lru-cache";
import { isHttpUrl } from "../../../contract/fields.ts";
import type { RenderedMail } from "../../../contract/mails.ts";
import type { MarketingDraft } from "../../../contract/marketing.ts";
import { paths } from "../../../contract/paths.ts";
import type { MailRenderer } from "../../platform/render/port.ts";
import { type DeriveToken, randomToken } from "../../platform/tokens.ts";
import { unsubscribeToken } from "./unsubscribe.ts";

export type RenderDeps = { renderer: MailRenderer; publicUrl: string; derive: DeriveToken };

/** Where an address can be taken off the list. */
export function unsubscribeUrl({ derive, publicUrl }: RenderDeps, address: string): string {
  return publicUrl + paths.unsubscribe(unsubscribeToken(derive, address));
}

/** Draws a marketing mail as it reaches an address: the one way it is drawn, for the preview and for sending. */
export type RenderMarketing = (mail: MarketingDraft, address: string) => Promise<RenderedMail>;

/** Two lanes, and previews. */
const MAX_CACHED = 6;

/** Mails to many differ in the way out alone: each is drawn once, and every recipient's link put in its place. */
export function createRenderer(deps: RenderDeps): RenderMarketing {
  // Random, so that nobody can have written it, and of letters that stay as they are in a link, in HTML and in text.
  const place = randomToken();
  const cache = new LRUCache<string, Promise<RenderedMail>>({ max: MAX_CACHED });

  function renderOnce(mail: MarketingDraft): Promise<RenderedMail> {
    const { template, subject, body, ctaLabel, ctaUrl } = mail;
    const key = JSON.stringify([template, subject, body, ctaLabel, ctaUrl]);
    const known = cache.get(key);
    if (known) return known;
    const cta =
      ctaLabel && ctaUrl && isHttpUrl(ctaUrl) ? { label: ctaLabel, url: new URL(ctaUrl).href } : null;
    const rendering = deps.renderer.renderMail(
      {
        mail: "marketing",
        template,
        subject,
        body,
        cta,
        links: { main: deps.publicUrl + paths.unsubscribe(place) },
      },
      { publicUrl: deps.publicUrl },
    );
    cache.set(key, rendering);
    rendering.catch(() => cache.delete(key));
    return rendering;
  }

  return async (mail, address) => {
    const { subject, html, text } = await renderOnce(mail);
    const token = unsubscribeToken(deps.derive, address);
    return { subject, html: html.replaceAll(place, token), text: text.replaceAll(place, token) };
  };
}
