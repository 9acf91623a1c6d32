import { Button, Link, Section, Text } from "@react-email/components";
import { Fragment } from "react";
import type { MarketingMail } from "../../contract/mails.ts";
import { marketingTemplates } from "../../contract/marketing-templates.ts";
import { MailFrame } from "./frame.tsx";
import { look } from "./look.ts";
import { marketingSender, paragraphsOf } from "./marketing.ts";

/** A marketing mail as HTML, and its preview: the template's frame around what was written. */
export function MarketingDocument({ mail, publicUrl }: { mail: MarketingMail; publicUrl: string }) {
  const { heading, intro, footer } = marketingTemplates[mail.template];
  return (
    <MailFrame
      subject={mail.subject}
      preview={intro}
      heading={heading}
      publicUrl={publicUrl}
      foot={
        <>
          {marketingSender(publicUrl)}{" "}
          <Link href={mail.links.main} className="muted" style={look.footLink}>
            Unsubscribe
          </Link>
        </>
      }
    >
      <Text className="muted" style={look.text}>
        {intro}
      </Text>
      {paragraphsOf(mail.body).map((lines, index) => (
        <Paragraph key={keyOf(index)} lines={lines} />
      ))}
      {mail.cta && (
        <Section style={look.actions}>
          <Button href={mail.cta.url} className="button" style={look.button}>
            {mail.cta.label}
          </Button>
        </Section>
      )}
      <Text className="muted" style={look.small}>
        {footer}
      </Text>
    </MailFrame>
  );
}

function Paragraph({ lines }: { lines: string[] }) {
  return (
    <Text className="ink" style={look.text}>
      {lines.map((line, index) => (
        <Fragment key={keyOf(index)}>
          {index > 0 && <br />}
          <span dir="auto">{line}</span>
        </Fragment>
      ))}
    </Text>
  );
}

/** Two paragraphs may say the same, and none ever moves. */
const keyOf = (index: number) => String(index);
