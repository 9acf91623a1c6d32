import { render } from "@react-email/render";
import type { MailModel, RenderedMail } from "../../contract/mails.ts";
import type { PageSite } from "../../contract/pages.ts";
import { contentOf } from "../mails/content.ts";
import { MailDocument } from "../mails/document.tsx";
import { MailLook, mailLook } from "../mails/look.ts";
import { marketingText } from "../mails/marketing.ts";
import { MarketingDocument } from "../mails/marketing-document.tsx";
import { plainText } from "../mails/plain-text.ts";

/** Draws a mail: its subject, its HTML document and the plain text beside it. */
export async function renderMail(model: MailModel, site: PageSite): Promise<RenderedMail> {
  if (model.mail === "marketing" || model.mail === "creator-news") {
    return {
      subject: model.subject,
      html: await render(<MarketingDocument mail={model} publicUrl={site.publicUrl} />),
      text: marketingText(model, site),
    };
  }
  const content = contentOf(model, site);
  const look = mailLook("appearance" in model ? model.appearance : undefined);
  return {
    subject: content.subject,
    html: await render(
      <MailLook value={look}>
        <MailDocument content={content} publicUrl={site.publicUrl} />
      </MailLook>,
    ),
    text: plainText(content, site.publicUrl),
  };
}
