import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Branding } from "../../contract/api/appearance.ts";
import type { MailModel, RenderedMail } from "../../contract/mails/mails.ts";
import type { PageSite } from "../../contract/pages/pages.ts";
import { directionOf } from "../../contract/rules/directions.ts";
import { textLanguage } from "../../contract/rules/languages.ts";
import { currentLanguage, inLanguage } from "../../contract/translation.ts";
import { SiteContext } from "../lib/site-context.ts";
import { contentOf } from "../mails/content.ts";
import { MailDocument } from "../mails/document.tsx";
import { MailLook, mailLook } from "../mails/look.ts";
import { MarketingDocument } from "../mails/marketing-document.tsx";
import { marketingText } from "../mails/marketing-mail.ts";
import { plainText } from "../mails/plain-text.ts";

export { setMessages } from "../../contract/texts.ts";
export { setDictionaries } from "../../contract/translation.ts";

/** Old email programs choose their rules for layout by it. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** Renders an email in its reader's language: subject, HTML document and plain text. */
export function renderMail(model: MailModel, site: PageSite): RenderedMail {
  // Emails to creators and administrators have no language.
  const { language = "en" }: { mail: string; language?: string | undefined } = model;
  return inLanguage(textLanguage(language), () => renderInLanguage(model, site));
}

function renderInLanguage(model: MailModel, site: PageSite): RenderedMail {
  // Most emails have no colours, font or name of a creator.
  const branding: Branding & { mail: string } = model;
  const document = (content: ReactNode) =>
    DOCTYPE +
    renderToStaticMarkup(
      <SiteContext value={site}>
        <MailLook value={mailLook(branding, directionOf(currentLanguage()))}>{content}</MailLook>
      </SiteContext>,
    );
  if (model.mail === "marketing" || model.mail === "creator-news") {
    return {
      subject: model.subject,
      html: document(<MarketingDocument mail={model} publicUrl={site.publicUrl} />),
      text: marketingText(model, site),
    };
  }
  const content = contentOf(model, site);
  return {
    subject: content.subject,
    html: document(<MailDocument content={content} publicUrl={site.publicUrl} />),
    text: plainText(content, site, branding),
  };
}
