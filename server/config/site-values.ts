import { createHash } from "node:crypto";
import { z } from "zod";
import { CURRENCY_CODES, isCurrency } from "../../contract/rules/currencies.ts";
import { DEFAULT_PLANS } from "../../contract/rules/plans.ts";
import { readSettingFile } from "./setting-file.ts";

const MAX_NAME = 40;
const NAME_EXAMPLE = `must be plain text of at most ${MAX_NAME} characters without < > " : @ \\, such as Atelier`;

/** The name of the site. It has no characters with a meaning in titles, senders of emails, authenticator apps and passkeys, which show it. */
export const siteName = z
  .string()
  .trim()
  .regex(/^[^<>":@\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u, { error: NAME_EXAMPLE, abort: true })
  .refine((value) => Array.from(value).length <= MAX_NAME, { error: NAME_EXAMPLE });

/** A number with at most two decimals, in hundredths. */
const hundredths = (error: string, { min, max }: { min: number; max: number }) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,5}(?:\.\d{1,2})?$/, { error, abort: true })
    .transform((value) => Math.round(Number(value) * 100))
    .refine((value) => value >= min && value <= max, { error });

/** A platform fee in percent, as basis points. It leaves the seller at least half of a sale. */
export const percentage = (fallback: number) =>
  hundredths("must be a percentage from 0 to 50 with at most two decimals, such as 5 or 2.5", {
    min: 0,
    max: 5_000,
  }).default(fallback);

/** The monthly price of a plan, in minor units. */
export const planPrice = (fallback: number) =>
  hundredths("must be an amount from 0.50 to 99999.99 with at most two decimals, such as 9 or 9.50", {
    min: 50,
    max: 9_999_999,
  }).default(fallback);

export const planCurrency = z
  .string()
  .trim()
  .toLowerCase()
  .default(DEFAULT_PLANS.creator.currency)
  .refine(isCurrency, { error: `must be one of ${CURRENCY_CODES.join(", ")}` });

/** The operator's logo. Only this product's PNG of it is ever served. */
export type LogoFile = { path: string; hash: string; svg: Buffer | undefined };

const MAX_LOGO_BYTES = 1024 * 1024;
const SIGNATURES = [/^\x89PNG/, /^\xff\xd8\xff/, /^RIFF[\s\S]{4}WEBP/];
const SVG = /<svg[\s>]/i;
/** Parts of an SVG that run scripts, load other files or expand to more than the file holds. */
const ACTIVE_SVG =
  /<script|<foreignObject|<iframe|<!ENTITY|\son[a-z]+\s*=|javascript:|href\s*=\s*["']\s*(?:https?:|\/|file:)/i;

/** An image file for the logo. */
export const logoFile = z.string().transform((path, context): LogoFile => {
  const refuse = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  const file = readSettingFile(path, { maxBytes: MAX_LOGO_BYTES, example: "/etc/tessera/logo.png" });
  if (typeof file === "string") return refuse(file);
  const { bytes } = file;
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const start = bytes.toString("latin1", 0, 4096);
  if (SIGNATURES.some((signature) => signature.test(start))) return { path, hash, svg: undefined };
  if (!SVG.test(start)) return refuse(`must name a PNG, JPEG, WebP or SVG image; ${path} is another file`);
  if (ACTIVE_SVG.test(bytes.toString("utf8")))
    return refuse(`must name an SVG without scripts and links to other files; ${path} has some`);
  return { path, hash, svg: bytes };
});
