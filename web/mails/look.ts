import type { CSSProperties } from "react";
import { BRAND_COLORS } from "../../contract/brand.ts";

/** Mail clients know no variables and load no fonts for sure: plain values, and stand-ins that every machine has. */
const TEXT_FONT = "'Instrument Sans', 'Helvetica Neue', Helvetica, Arial, sans-serif";
const HEADING_FONT = "'Bricolage Grotesque', 'Helvetica Neue', Helvetica, Arial, sans-serif";

const {
  ground: GROUND,
  surface: SURFACE,
  line: LINE,
  ink: INK,
  muted: MUTED,
  primary: PRIMARY,
} = BRAND_COLORS.light;

const { dark } = BRAND_COLORS;

const anyLength: CSSProperties = { overflowWrap: "anywhere", wordBreak: "break-word" };
const text: CSSProperties = {
  margin: "0 0 16px",
  fontSize: 16,
  lineHeight: "25px",
  color: INK,
  ...anyLength,
};
const small: CSSProperties = { ...text, margin: "0 0 8px", fontSize: 14, lineHeight: "21px", color: MUTED };
const heading: CSSProperties = {
  fontFamily: HEADING_FONT,
  fontWeight: 700,
  letterSpacing: "-0.02em",
  color: INK,
};
const cell: CSSProperties = {
  width: 7,
  height: 7,
  borderRadius: 2,
  fontSize: 0,
  lineHeight: 0,
  backgroundColor: "#C3BFBD",
};

export const look = {
  body: { margin: 0, padding: "32px 0", backgroundColor: GROUND, fontFamily: TEXT_FONT },
  column: { width: "100%", maxWidth: 600, margin: "0 auto", padding: "0 16px" },
  mark: { margin: "0 0 20px 8px" },
  cell,
  cellSet: { ...cell, backgroundColor: PRIMARY },
  name: { ...heading, paddingLeft: 8, fontSize: 20, lineHeight: "24px" },
  card: {
    backgroundColor: SURFACE,
    border: `1px solid ${LINE}`,
    borderRadius: 16,
    borderCollapse: "separate",
    padding: "32px 32px 24px",
  },
  heading: { ...heading, margin: "0 0 12px", fontSize: 27, lineHeight: "33px", ...anyLength },
  text,
  small,
  actions: { padding: "8px 0 16px" },
  button: {
    display: "inline-block",
    padding: "14px 24px",
    borderRadius: 12,
    backgroundColor: PRIMARY,
    color: "#FFFFFF",
    fontSize: 16,
    lineHeight: "20px",
    fontWeight: 600,
    textDecoration: "none",
  },
  link: { color: PRIMARY, textDecoration: "underline" },
  line: { margin: "16px 0 20px", border: "none", borderTop: `1px solid ${LINE}` },
  spelled: { ...small, fontSize: 13, lineHeight: "20px" },
  spelledLink: { color: PRIMARY, textDecoration: "underline", wordBreak: "break-all" },
  facts: { margin: "4px 0 12px", borderCollapse: "collapse" },
  term: {
    padding: "10px 16px 10px 0",
    borderTop: `1px solid ${LINE}`,
    fontSize: 14,
    lineHeight: "21px",
    color: MUTED,
    verticalAlign: "top",
    whiteSpace: "nowrap",
  },
  value: {
    padding: "10px 0",
    borderTop: `1px solid ${LINE}`,
    fontSize: 15,
    lineHeight: "21px",
    fontWeight: 600,
    color: INK,
    textAlign: "right",
    fontVariantNumeric: "tabular-nums",
    ...anyLength,
  },
  foot: {
    margin: 0,
    padding: "20px 8px 0",
    fontSize: 13,
    lineHeight: "20px",
    color: MUTED,
    textAlign: "center",
    ...anyLength,
  },
  footLink: { color: MUTED, textDecoration: "underline" },
} as const satisfies Record<string, CSSProperties>;

/** What inline styles cannot say: a narrow screen, and the dark scheme where a client follows it. React Email draws the body as a table, for clients that drop the element. */
export const STYLES = `
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
