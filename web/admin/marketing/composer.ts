import { z } from "zod";
import { Audience, MarketingInput } from "../../../contract/api/marketing.ts";
import { MarketingTemplate, placeholdersOf } from "../../../contract/api/marketing-templates.ts";
import { formatList } from "../../../contract/rules/formats.ts";
import { t } from "../../../contract/texts.ts";

/** The values of the form. */
const ComposerValues = z.object({
  /** The recipients: the emails in `to`, or an audience. */
  sendTo: z.union([z.literal("addresses"), Audience]),
  to: z.string(),
  template: MarketingTemplate,
  subject: z.string(),
  body: z.string(),
  ctaLabel: z.string(),
  ctaUrl: z.string(),
});
export type ComposerValues = z.infer<typeof ComposerValues>;

/** Parses the form into the request. */
export const ComposerSchema = ComposerValues.transform((values, context): MarketingInput => {
  const parsed = MarketingInput.safeParse(toInput(values));
  for (const { path, message } of parsed.error?.issues ?? []) {
    // The emails are one field, so the position of a wrong one is not part of the field's name.
    const field = path[0] === "audience" ? "sendTo" : path[0];
    context.issues.push({ code: "custom", input: values, path: field === undefined ? [] : [field], message });
  }
  return parsed.success ? parsed.data : z.NEVER;
});

type Filled = Pick<ComposerValues, "template" | "subject" | "body" | "ctaLabel" | "ctaUrl">;

/** Returns the values after a change of template. Its placeholders replace empty texts and the previous placeholders; the CTA fields are cleared. */
export function applyTemplate<Values extends Filled>(values: Values, template: MarketingTemplate): Values {
  const before = placeholdersOf(values.template);
  const placeholders = placeholdersOf(template);
  const fill = (field: "subject" | "body") =>
    values[field].trim() === "" || values[field] === before[field] ? placeholders[field] : values[field];
  return { ...values, template, subject: fill("subject"), body: fill("body"), ctaLabel: "", ctaUrl: "" };
}

const FIRST_TEMPLATE: MarketingTemplate = "announcement";

export function emptyValues(): ComposerValues {
  const nothing = { subject: "", body: "", ctaLabel: "", ctaUrl: "" };
  return {
    sendTo: "addresses",
    to: "",
    ...applyTemplate({ ...nothing, template: FIRST_TEMPLATE }, FIRST_TEMPLATE),
  };
}

/** True if the form contains text that is not the template's. */
export function hasOwnText(values: ComposerValues): boolean {
  const untouched = applyTemplate(emptyValues(), values.template);
  return (["to", "subject", "body", "ctaLabel", "ctaUrl"] as const).some(
    (field) => values[field].trim() !== "" && values[field] !== untouched[field],
  );
}

/** Returns the body's lines that still need to be completed, such as "When:" and "1.". */
export function unfinishedLines({ template, body }: Pick<ComposerValues, "template" | "body">): string[] {
  const prompts = placeholdersOf(template)
    .body.split("\n")
    .map((line) => line.trim());
  return body
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /:$|^\d+\.$/.test(line) && prompts.includes(line));
}

/** Returns a warning about unfinished lines of the template, or null. They do not block sending. */
export function unfinishedNotice(values: Pick<ComposerValues, "template" | "body">): string | null {
  const lines = unfinishedLines(values);
  return lines.length === 0
    ? null
    : t("Lines of the template are still empty: {lines}.", {
        lines: formatList(lines.map((line) => t("“{line}”", { line }))),
      });
}

/** Returns the emails in a text with any separators. */
export function splitEmails(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

/** Returns the request of a form. */
export function toInput({ sendTo, to, ...content }: ComposerValues): z.input<typeof MarketingInput> {
  return sendTo === "addresses" ? { to: splitEmails(to), ...content } : { audience: sendTo, ...content };
}

const LABELS: Record<string, string> = {
  sendTo: t("Send to"),
  to: t("Recipients"),
  subject: t("Subject"),
  body: t("Body"),
  ctaLabel: t("CTA label and link"),
  ctaUrl: t("CTA label and link"),
};

/** Returns why the form cannot be sent, with the fields to check, or null. */
export function sendBlocker(values: ComposerValues): string | null {
  const { error } = ComposerSchema.safeParse(values);
  if (!error) return null;
  const labels = new Set(error.issues.flatMap(({ path }) => LABELS[String(path[0])] ?? []));
  return t("To send, check {labels}.", { labels: formatList(labels) });
}
