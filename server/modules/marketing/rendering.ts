import { LRUCache } from "lru-cache";
import type { Branding } from "../../../contract/api/appearance.ts";
import type { MarketingTemplate } from "../../../contract/api/marketing-templates.ts";
import type { MailModel, RenderedMail } from "../../../contract/mails/mails.ts";
import { visitorUrl } from "../../../contract/pages/own-paths.ts";
import type { Language } from "../../../contract/rules/languages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { isHttpUrl } from "../../../contract/rules/url-fields.ts";
import type { Hosts } from "../../platform/http/hosts.ts";
import { pageSiteOf } from "../../platform/render/page-site.ts";
import type { MailRenderer } from "../../platform/render/port.ts";
import { type DeriveToken, randomToken } from "../../platform/tokens.ts";
import { type CreatorRow, visibleBranding } from "../creators/index.ts";
import { emailImageUrl, imageIdOf } from "../files/index.ts";
import { unsubscribeToken } from "./unsubscribe.ts";

export type RenderDeps = {
  renderer: MailRenderer;
  publicUrl: string;
  hosts: Pick<Hosts, "mainOf">;
  settings: Parameters<typeof pageSiteOf>[0];
  derive: DeriveToken;
  /** Returns the language of emails to a user, or null for other recipients. */
  findUserLanguage(email: string): Promise<Language | null>;
};

export function unsubscribeUrl(
  { derive, publicUrl }: Pick<RenderDeps, "derive" | "publicUrl">,
  to: { address: string; creatorId: number | null },
): string {
  return publicUrl + paths.unsubscribe(unsubscribeToken(derive, to));
}

/** The sender of a marketing email, as recipients see it. */
export type NewsSender = {
  id: number;
  handle: string;
  displayName: string;
  branding: Branding;
  /** The reply address, or null without seller details. */
  contact: string | null;
  /** The language of the text around the creator's: the reader's, or the creator's. Missing in test emails queued by an earlier release. */
  language?: string | undefined;
};

export function newsSender(
  creator: Parameters<typeof visibleBranding>[0] & Pick<CreatorRow, "id" | "handle" | "language">,
  { publicUrl, contact }: { publicUrl: string; contact: string | null },
): NewsSender {
  const { id, handle, displayName, language } = creator;
  return { id, handle, displayName, branding: visibleBranding(creator, publicUrl), contact, language };
}

/** The page of a creator's sent email: its key and its links, numbered from 1. */
export type EmailPage = { key: string; links: readonly string[] };

/** The content of a campaign. An administrator's has a template, a creator's has the creator. */
export type CampaignContent = {
  subject: string;
  body: string;
  ctaLabel?: string | null | undefined;
  ctaUrl?: string | null | undefined;
} & (
  | { template: MarketingTemplate; creator?: null }
  | {
      template?: null;
      creator: NewsSender;
      /** The URL of the picture. */
      imageUrl?: string | null;
      imageAlt?: string;
      /**
       * Null until the email is sent: previews and test emails link to the list of emails, and count no
       * clicks.
       */
      page?: EmailPage | null;
    }
);

/** Renders a marketing email for a recipient, both for the preview and for sending. */
export type RenderMarketing = (mail: CampaignContent, address: string) => Promise<RenderedMail>;

/** Enough for two send queues and some previews, in each language of the console. */
const MAX_CACHED = 18;

/**
 * Creates the renderer. Emails of one campaign in one language differ only in the unsubscribe link, so each is
 * rendered once with a placeholder that is replaced for every recipient.
 */
export function createRenderer(deps: RenderDeps): RenderMarketing {
  // A random token occurs in no content and needs no escaping in URLs, HTML or text.
  const placeholder = randomToken();
  const cache = new LRUCache<string, Promise<RenderedMail>>({ max: MAX_CACHED });

  function renderOnce(mail: CampaignContent, language: Language | null): Promise<RenderedMail> {
    const { subject, body, ctaLabel, ctaUrl } = mail;
    const cta =
      ctaLabel && ctaUrl && isHttpUrl(ctaUrl) ? { label: ctaLabel, url: new URL(ctaUrl).href } : null;
    const content = { subject, body, cta, links: { main: deps.publicUrl + paths.unsubscribe(placeholder) } };
    const model: MailModel = mail.creator
      ? { mail: "creator-news", ...content, ...ofCreator(mail, deps) }
      : { mail: "marketing", template: mail.template, ...content, ...(language && { language }) };
    const key = JSON.stringify(model);
    const known = cache.get(key);
    if (known) return known;
    const rendering = deps.renderer.renderMail(model, pageSiteOf(deps.settings));
    cache.set(key, rendering);
    rendering.catch(() => cache.delete(key));
    return rendering;
  }

  return async (mail, address) => {
    const language = mail.creator ? null : await deps.findUserLanguage(address);
    const { subject, html, text } = await renderOnce(mail, language);
    const token = unsubscribeToken(deps.derive, { address, creatorId: mail.creator?.id ?? null });
    return { subject, html: html.replaceAll(placeholder, token), text: text.replaceAll(placeholder, token) };
  };
}

export type CreatorContent = Extract<CampaignContent, { creator: NewsSender }>;

/** Returns the additional fields of a creator's email. */
function ofCreator(
  { creator, imageUrl, imageAlt = "", page }: CreatorContent,
  { publicUrl, hosts }: Pick<RenderDeps, "publicUrl" | "hosts">,
) {
  const { handle } = creator;
  const urlOf = (path: string) => visitorUrl({ publicUrl, own: hosts.mainOf(creator.id) }, path);
  return {
    ...creator.branding,
    language: creator.language,
    creator: creator.displayName,
    contact: creator.contact,
    image: imageUrl ? { url: toEmailImage(imageUrl, publicUrl), alt: imageAlt } : null,
    archive: urlOf(page ? paths.letter(handle, page.key) : paths.letters(handle)),
    ...(page && {
      counted: Object.fromEntries(
        page.links.map((url, index) => [url, urlOf(paths.letterLink(handle, page.key, index + 1))]),
      ),
    }),
  };
}

/** Returns the URL of an image in a format that every mail client shows. */
function toEmailImage(url: string, publicUrl: string): string {
  const id = imageIdOf(publicUrl, url);
  return id === undefined ? url : emailImageUrl(publicUrl, id);
}
