import { Button, Heading, Hr, Link, Section, Text } from "@react-email/components";
import { Fragment, use } from "react";
import type { MailContent } from "./content-types.ts";
import { FormattedMail } from "./formatted.tsx";
import { MailFrame } from "./frame.tsx";
import { MailLook } from "./look.ts";
import { parts } from "./order-parts.ts";

/** An email as HTML: one card, one button. */
export function MailDocument({ content, publicUrl }: { content: MailContent; publicUrl: string }) {
  const { look } = use(MailLook);
  const { preview, heading, paragraphs, messages, facts, action, other, notes, why } = content;
  return (
    <MailFrame subject={content.subject} preview={preview} heading={heading} foot={why} publicUrl={publicUrl}>
      {paragraphs.map((text) => (
        <Text key={text} className="ink" style={look.text}>
          {text}
        </Text>
      ))}
      {messages.map((message) => (
        <Message key={message.heading} {...message} />
      ))}
      <Facts facts={facts} />
      <Section style={look.actions}>
        <Button href={action.href} className="button" style={look.button}>
          {action.label}
        </Button>
      </Section>
      {other && (
        <Text className="ink" style={look.text}>
          <Link href={other.href} className="link" style={look.link}>
            {other.label}
          </Link>
        </Text>
      )}
      {notes.map((text) => (
        <Text key={text} className="muted" style={look.small}>
          {text.split("\n").map((line, at) => (
            <Fragment key={line}>
              {at > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </Text>
      ))}
      <Hr className="line" style={look.line} />
      <Text className="muted" style={look.spelled}>
        {parts.buttonFails}
        <br />
        <Link href={action.href} className="link" style={look.spelledLink}>
          {action.href}
        </Link>
      </Text>
    </MailFrame>
  );
}

/** A message by the seller, whose links are its own. */
function Message({ heading, text, link }: MailContent["messages"][number]) {
  const { look } = use(MailLook);
  return (
    <>
      <Heading as="h2" className="ink" dir="auto" style={look.subheading}>
        {heading}
      </Heading>
      {text !== null && <FormattedMail text={text} leads={(href) => href} />}
      {link && (
        <Text className="ink" dir="auto" style={look.text}>
          <Link href={link.url} className="link" style={look.link}>
            {link.label}
          </Link>
        </Text>
      )}
    </>
  );
}

/** Keeps the time zone on the line of its time. */
const TIME_ZONE = / UTC$/;

function Facts({ facts }: Pick<MailContent, "facts">) {
  const { look } = use(MailLook);
  if (facts.length === 0) return null;
  return (
    <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" border={0} style={look.facts}>
      <tbody>
        {facts.map(({ term, value }) => (
          // The term may be the name of a product, which two products can share.
          <tr key={`${term} ${value}`}>
            <td className="muted line" style={look.term}>
              {term}
            </td>
            <td className="ink line" style={look.value}>
              <span dir="auto">{value.replace(TIME_ZONE, "\u00a0UTC")}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
