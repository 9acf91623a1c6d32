import { Button, Link, Section, Text } from "@react-email/components";
import { Fragment, use } from "react";
import type { CreatorNews, MarketingMail } from "../../contract/mails/mails.ts";
import { MailFrame } from "./frame.tsx";
import { MailLook } from "./look.ts";
import { paragraphsOf, surroundingsOf } from "./marketing.ts";
import { parts } from "./order-parts.ts";

type MarketingDocumentProps = { mail: MarketingMail | CreatorNews; publicUrl: string };

/** A marketing email as HTML, also for its preview. */
export function MarketingDocument({ mail, publicUrl }: MarketingDocumentProps) {
  const { look } = use(MailLook);
  const { heading, intro, footer, sender } = surroundingsOf(mail, publicUrl);
  return (
    <MailFrame
      subject={mail.subject}
      preview={intro ?? ""}
      heading={heading}
      publicUrl={publicUrl}
      foot={
        <>
          {sender}{" "}
          <Link href={mail.links.main} className="muted" style={look.footLink}>
            {parts.unsubscribe}
          </Link>
        </>
      }
    >
      {intro !== null && (
        <Text className="ink" style={look.text}>
          {intro}
        </Text>
      )}
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
      {footer !== null && (
        <Text className="muted" style={look.small}>
          {footer}
        </Text>
      )}
    </MailFrame>
  );
}

function Paragraph({ lines }: { lines: string[] }) {
  const { look } = use(MailLook);
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
