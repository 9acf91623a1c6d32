import { Button, Img, Link, Section, Text } from "@react-email/components";
import { Fragment, use } from "react";
import type { CreatorNews, MarketingMail } from "../../contract/mails/mails.ts";
import { FormattedMail } from "./formatted.tsx";
import { MailFrame } from "./frame.tsx";
import { MailLook, PICTURE_WIDTH } from "./look.ts";
import { leadsOf, paragraphsOf, surroundingsOf } from "./marketing-mail.ts";
import { parts } from "./order-parts.ts";

type MarketingDocumentProps = { mail: MarketingMail | CreatorNews; publicUrl: string };

/** A marketing email as HTML, also for its preview. */
export function MarketingDocument({ mail, publicUrl }: MarketingDocumentProps) {
  const { look } = use(MailLook);
  const isNews = mail.mail === "creator-news";
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
          {isNews && mail.archive && (
            <>
              <Link href={mail.archive} className="muted" style={look.footLink}>
                {parts.inBrowser}
              </Link>{" "}
            </>
          )}
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
      {isNews ? (
        <News mail={mail} />
      ) : (
        paragraphsOf(mail.body).map((lines, index) => <Paragraph key={keyOf(index)} lines={lines} />)
      )}
      {mail.cta && (
        <Section style={look.actions}>
          <Button href={leadsOf(mail)(mail.cta.url)} className="button" style={look.button}>
            {mail.cta.label}
          </Button>
        </Section>
      )}
      {isNews && mail.contact && (
        <Text className="muted" style={look.small}>
          {parts.question({ email: mail.contact })}
        </Text>
      )}
      {footer !== null && (
        <Text className="muted" style={look.small}>
          {footer}
        </Text>
      )}
    </MailFrame>
  );
}

/** The creator's content: the picture, and the formatted text. */
function News({ mail }: { mail: CreatorNews }) {
  const { look } = use(MailLook);
  return (
    <>
      {mail.image && (
        <Img src={mail.image.url} alt={mail.image.alt} width={PICTURE_WIDTH} style={look.picture} />
      )}
      <FormattedMail text={mail.body} leads={leadsOf(mail)} />
    </>
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

/** Uses the index as a key, because paragraphs may be equal and never move. */
const keyOf = (index: number) => String(index);
