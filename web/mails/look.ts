import { type CSSProperties, createContext } from "react";
import type { Branding } from "../../contract/api/appearance.ts";
import { BRAND_COLORS } from "../../contract/rules/brand.ts";
import { lookColors } from "../themes/look.ts";

type Direction = "ltr" | "rtl";
type Colors = Record<keyof typeof BRAND_COLORS.light, string>;

/** Plain values with common fallbacks, because mail clients support no variables and may not load fonts. */
const TEXT_FONT = "'Instrument Sans', 'Helvetica Neue', Helvetica, Arial, sans-serif";
const HEADING_FONT = "'Bricolage Grotesque', 'Helvetica Neue', Helvetica, Arial, sans-serif";

/** Balances line lengths where a client supports it, to avoid a single word on the last line. */
const balanced: CSSProperties = { textWrap: "balance" };
const anyLength: CSSProperties = { overflowWrap: "anywhere", wordBreak: "break-word" };
/** Returns the values of the sides of a box. Email programs do not know logical properties, so that each direction has its own. */
const boxIn = (direction: Direction) => (top: number, end: number, bottom: number, start: number) => {
  const [right, left] = direction === "rtl" ? [start, end] : [end, start];
  return `${top}px ${right}px ${bottom}px ${left}px`;
};

/** The table of an order. */
const factStyles = (colors: Colors, direction: Direction) =>
  ({
    facts: { margin: "4px 0 12px", borderCollapse: "collapse" },
    term: {
      padding: boxIn(direction)(10, 16, 10, 0),
      borderTop: `1px solid ${colors.line}`,
      fontSize: 14,
      lineHeight: "21px",
      color: colors.muted,
      verticalAlign: "top",
      // A long label must not leave a phone's width to the value alone.
      width: "44%",
    },
    value: {
      padding: "10px 0",
      borderTop: `1px solid ${colors.line}`,
      fontSize: 15,
      lineHeight: "21px",
      fontWeight: 600,
      color: colors.ink,
      textAlign: direction === "rtl" ? "left" : "right",
      fontVariantNumeric: "tabular-nums",
      ...anyLength,
    },
  }) as const satisfies Record<string, CSSProperties>;

/** The styles of an email in the light scheme. */
function createLook(colors: Colors, direction: Direction) {
  const box = boxIn(direction);
  const text: CSSProperties = {
    margin: "0 0 16px",
    fontSize: 16,
    lineHeight: "25px",
    color: colors.ink,
    ...anyLength,
  };
  const small: CSSProperties = {
    ...text,
    margin: "0 0 8px",
    fontSize: 14,
    lineHeight: "21px",
    color: colors.muted,
  };
  const heading: CSSProperties = {
    fontFamily: HEADING_FONT,
    fontWeight: 700,
    letterSpacing: "-0.02em",
    color: colors.ink,
  };
  const cell: CSSProperties = {
    width: 7,
    height: 7,
    borderRadius: 2,
    fontSize: 0,
    lineHeight: 0,
    backgroundColor: "#C3BFBD",
  };

  return {
    body: { margin: 0, padding: "32px 0", backgroundColor: colors.ground, fontFamily: TEXT_FONT },
    column: { width: "100%", maxWidth: 600, margin: "0 auto", padding: "0 16px" },
    brand: { ...heading, margin: box(0, 0, 20, 8), fontSize: 20, lineHeight: "24px", ...anyLength },
    mark: { margin: box(0, 0, 20, 8) },
    cell,
    cellSet: { ...cell, backgroundColor: colors.primary },
    name: { ...heading, padding: box(0, 0, 0, 8), fontSize: 20, lineHeight: "24px" },
    card: {
      backgroundColor: colors.surface,
      border: `1px solid ${colors.line}`,
      borderRadius: 16,
      borderCollapse: "separate",
      padding: "32px 32px 24px",
    },
    heading: { ...heading, margin: "0 0 12px", fontSize: 27, lineHeight: "33px", ...balanced, ...anyLength },
    text,
    subheading: { ...heading, margin: "24px 0 8px", fontSize: 20, lineHeight: "26px", ...anyLength },
    list: { ...text, padding: box(0, 0, 0, 24) },
    picture: { display: "block", width: "100%", height: "auto", margin: "0 0 20px", borderRadius: 8 },
    small,
    actions: { padding: "8px 0 16px" },
    button: {
      display: "inline-block",
      padding: "14px 24px",
      borderRadius: 12,
      backgroundColor: colors.primary,
      color: colors["on-primary"],
      fontSize: 16,
      lineHeight: "20px",
      fontWeight: 600,
      textDecoration: "none",
    },
    link: { color: colors.primary, textDecoration: "underline" },
    line: { margin: "16px 0 20px", border: "none", borderTop: `1px solid ${colors.line}` },
    spelled: { ...small, fontSize: 13, lineHeight: "20px" },
    spelledLink: { color: colors.primary, textDecoration: "underline", wordBreak: "break-all" },
    ...factStyles(colors, direction),
    foot: {
      margin: 0,
      padding: "20px 8px 0",
      fontSize: 13,
      lineHeight: "20px",
      color: colors.muted,
      textAlign: "center",
      ...balanced,
      ...anyLength,
    },
    footLink: { color: colors.muted, textDecoration: "underline" },
  } as const satisfies Record<string, CSSProperties>;
}

/** The width inside the card, for mail clients that only read the size attributes of an image. */
export const PICTURE_WIDTH = 502;

/** Styles for narrow screens and the dark scheme, which cannot be inline. Some select the table into which React Email puts the body for clients that drop the body element. */
const createStyles = (dark: Colors) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .body > table > tbody > tr > td { padding: 20px 0 !important; }
  .card { padding: 24px 20px 16px !important; }
  .heading { font-size: 24px !important; line-height: 30px !important; }
  .button { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .body, .body > table > tbody > tr > td { background-color: ${dark.ground} !important; }
  .card { background-color: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .muted { color: ${dark.muted} !important; }
  .line { border-color: ${dark.line} !important; }
  .link { color: ${dark.primary} !important; }
  .button, .button span { background-color: ${dark.primary} !important; color: ${dark["on-primary"]} !important; }
  .cell { background-color: #56525F !important; }
  .cell-set { background-color: ${dark.primary} !important; }
}
`;

/** Returns the look of an email, the creator's or the product's, and the sender's name. */
export function mailLook({ appearance, brand }: Branding = {}, direction: Direction = "ltr") {
  const { light, dark } = appearance ? lookColors(appearance) : BRAND_COLORS;
  return { look: createLook(light, direction), styles: createStyles(dark), brand };
}

/** The look of the current email. */
export const MailLook = createContext(mailLook());
