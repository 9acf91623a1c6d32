import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from "@react-email/components";
import type { MailContent } from "./content.ts";
import { look, STYLES } from "./look.ts";
import { Mark } from "./mark.tsx";

/** A mail as HTML: one column, the mosaic on top, one card, one button. */
export function MailDocument({ content, publicUrl }: { content: MailContent; publicUrl: string }) {
  const { preview, heading, paragraphs, facts, action, other, notes, why } = content;
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{content.subject}</title>
        <style>{STYLES}</style>
      </Head>
      <Body className="body" style={look.body}>
        <Preview>{preview}</Preview>
        <Container style={look.column}>
          <Mark />
          <Section className="card" style={look.card}>
            <Heading as="h1" className="heading ink" style={look.heading}>
              {heading}
            </Heading>
            {paragraphs.map((text) => (
              <Text key={text} className="ink" style={look.text}>
                {text}
              </Text>
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
                {text}
              </Text>
            ))}
            <Hr className="line" style={look.line} />
            <Text className="muted" style={look.spelled}>
              If the button does not work, open this address:
              <br />
              <Link href={action.href} className="link" style={look.spelledLink}>
                {action.href}
              </Link>
            </Text>
          </Section>
          <Text className="muted" style={look.foot}>
            {why}
            <br />
            <Link href={publicUrl} className="muted" style={look.footLink}>
              {new URL(publicUrl).host}
            </Link>
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

function Facts({ facts }: Pick<MailContent, "facts">) {
  if (facts.length === 0) return null;
  return (
    <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" border={0} style={look.facts}>
      <tbody>
        {facts.map(({ term, value }) => (
          <tr key={term}>
            <td className="muted line" style={look.term}>
              {term}
            </td>
            <td className="ink line" style={look.value}>
              <span dir="auto">{value}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
