import { render } from "@react-email/render";
import type { ReactNode } from "react";
import type { Branding } from "../../contract/api/appearance.ts";
import type { MailModel, RenderedMail } from "../../contract/mails/mails.ts";
import type { PageSite } from "../../contract/pages/pages.ts";
import { SiteContext } from "../lib/site-context.ts";
import { contentOf } from "../mails/content.ts";
import { MailDocument } from "../mails/document.tsx";
import { MailLook, mailLook } from "../mails/look.ts";
import { MarketingDocument } from "../mails/marketing-document.tsx";
import { marketingText } from "../mails/marketing-mail.ts";
import { plainText } from "../mails/plain-text.ts";

/** Renders an email: subject, HTML document and plain text. */
export async function renderMail(model: MailModel, site: PageSite): Promise<RenderedMail> {
  // Most emails have no colours, font or name of a creator.
  const branding: Branding & { mail: string } = model;
  const document = (content: ReactNode) =>
    render(
      <SiteContext value={site}>
        <MailLook value={mailLook(branding)}>{content}</MailLook>
      </SiteContext>,
    );
  if (model.mail === "marketing" || model.mail === "creator-news") {
    return {
      subject: model.subject,
      html: await document(<MarketingDocument mail={model} publicUrl={site.publicUrl} />),
      text: marketingText(model, site),
    };
  }
  const content = contentOf(model, site);
  return {
    subject: content.subject,
    html: await document(<MailDocument content={content} publicUrl={site.publicUrl} />),
    text: plainText(content, site, branding),
  };
}
