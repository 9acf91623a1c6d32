import { Body, Container, Head, Heading, Html, Link, Preview, Section, Text } from "@react-email/components";
import { Fragment, type ReactNode, use } from "react";
import { directionOf } from "../../contract/rules/directions.ts";
import { siteLinks } from "../../contract/rules/site.ts";
import { currentLanguage } from "../../contract/translation.ts";
import { useSite } from "../lib/site-context.ts";
import { MailLook } from "./look.ts";
import { Mark } from "./mark.tsx";
import { withoutLinks } from "./order-parts.ts";

type FrameProps = {
  subject: string;
  /** The inbox preview beside the subject. If empty, the beginning of the text is used. */
  preview: string;
  heading: string;
  /** Below the card: why the recipient receives it. */
  foot: ReactNode;
  publicUrl: string;
  children: ReactNode;
};

/** The frame of every email: one column, the logo or the creator's name on top, one card. */
export function MailFrame({ subject, preview, heading, foot, publicUrl, children }: FrameProps) {
  const { look, styles, brand } = use(MailLook);
  const site = useSite();
  const language = currentLanguage();
  return (
    <Html lang={language} dir={directionOf(language)}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{styles}</style>
      </Head>
      <Body className="body" style={look.body}>
        {preview !== "" && <Preview>{preview}</Preview>}
        {/* Email programs that drop the document's element keep the direction of the column. */}
        <Container style={look.column} dir={directionOf(language)}>
          {brand ? (
            <Text className="ink" style={look.brand}>
              <bdi>{withoutLinks(brand.display_name)}</bdi>
            </Text>
          ) : (
            <Mark publicUrl={publicUrl} />
          )}
          <Section className="card" style={look.card}>
            <Heading as="h1" className="heading ink" style={look.heading}>
              {heading}
            </Heading>
            {children}
          </Section>
          <Text className="muted" style={look.foot}>
            {foot}
            <br />
            <Link href={publicUrl} className="muted" style={look.footLink}>
              {new URL(publicUrl).host}
            </Link>
            {siteLinks(site).map(({ label, href }) => (
              <Fragment key={href}>
                {" · "}
                <Link href={new URL(href, publicUrl).href} className="muted" style={look.footLink}>
                  {label}
                </Link>
              </Fragment>
            ))}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}
