import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MarketingInput, marketingMessages } from "../../../contract/api/marketing.ts";
import { MarketingTemplate, marketingTemplates } from "../../../contract/api/marketing-templates.ts";
import { forAll } from "../../../contract/rules/for-all.test-kit.ts";
import { problemsOf } from "../../../contract/rules/texts-of.test-kit.ts";
import { sentence } from "../../../contract/texts.ts";
import {
  applyTemplate,
  ComposerSchema,
  type ComposerValues,
  emptyValues,
  hasOwnText,
  sendBlocker,
  splitEmails,
  toInput,
  unfinishedLines,
  unfinishedNotice,
} from "./composer.ts";

const { announcement, newsletter } = marketingTemplates;

describe("choosing a template", () => {
  test("fills empty texts and the placeholders of the template before, and clears the CTA fields", () => {
    const before = { ...emptyValues(), ctaLabel: "Read", ctaUrl: "https://a.example" };
    expect(before).toMatchObject(announcement.placeholders);
    expect(applyTemplate(before, "newsletter")).toMatchObject({
      template: "newsletter",
      ...newsletter.placeholders,
      ctaLabel: "",
      ctaUrl: "",
    });
    expect(applyTemplate({ ...before, subject: "", body: " \n" }, "newsletter")).toMatchObject(
      newsletter.placeholders,
    );
  });

  test("keeps text of the user", () => {
    const written = { ...emptyValues(), subject: "My own words" };
    expect(applyTemplate(written, "newsletter")).toMatchObject({
      subject: "My own words",
      body: newsletter.placeholders.body,
    });
  });

  test("never loses text of the user, whatever templates are chosen", () => {
    const choice = fc.constantFrom(...MarketingTemplate.options);
    const own = fc.string({ minLength: 1 }).filter((text) => text.trim() !== "");
    forAll(own, own, fc.array(choice), (subject, body, choices) => {
      const known = Object.values(marketingTemplates).flatMap(({ placeholders }) =>
        Object.values(placeholders),
      );
      fc.pre(!known.includes(subject as never) && !known.includes(body as never));
      const end = choices.reduce(applyTemplate<ComposerValues>, { ...emptyValues(), subject, body });
      expect(end).toMatchObject({ subject, body });
    });
  });

  test("gives lines to complete, and names unfinished ones", () => {
    for (const template of MarketingTemplate.options) {
      const values = { ...applyTemplate(emptyValues(), template), to: "a@example.org" };
      const lines = unfinishedLines(values);
      expect(lines.length, template).toBeGreaterThan(0);
      for (const line of lines) expect(unfinishedNotice(values), template).toContain(`“${line}”`);
      // The body is longer than the required ten characters.
      expect(sendBlocker(values), template).toBeNull();
      const completed = values.body.replaceAll(/(: ?|^\d\. ?)$/gm, "$1 done");
      expect(unfinishedNotice({ ...values, body: completed }), template).toBeNull();
      const deleted = values.body.replaceAll(/^.*(: ?|^\d\. ?)$/gm, "");
      expect(unfinishedNotice({ ...values, body: deleted }), template).toBeNull();
    }
  });
});

/** The field and message of each error of a form. */
const errorsOf = (values: ComposerValues) =>
  problemsOf(ComposerSchema, values).map(({ path, message }) => [path[0], message]);
const WRITTEN = { ...emptyValues(), to: "a@example.org", body: "Ten letters and more." };

test("accepts a user's line that ends in a colon or is a number", () => {
  expect(unfinishedNotice({ ...WRITTEN, body: "Bring these things:\n4.\n" })).toBeNull();
  expect(unfinishedNotice({ ...WRITTEN, body: "News!\n\nFrom when:  " })).toBe(
    "Lines of the template are still empty: “From when:”.",
  );
});

test("names each field to check once", () => {
  expect(sendBlocker(emptyValues())).toBe("To send, check Recipients.");
  expect(sendBlocker({ ...WRITTEN, subject: "", ctaLabel: "Read", ctaUrl: "ftp://a" })).toBe(
    "To send, check Subject and CTA label and link.",
  );
  expect(sendBlocker(WRITTEN)).toBeNull();
});

test("accepts spaces, lines, commas and semicolons between emails", () => {
  expect(splitEmails(" a@x.org, b@x.org;c@x.org\n\nd@x.org\t")).toEqual([
    "a@x.org",
    "b@x.org",
    "c@x.org",
    "d@x.org",
  ]);
  expect(splitEmails(" ,; \n")).toEqual([]);
});

test.for<[Partial<ComposerValues>, string, string]>([
  [{ subject: "ab" }, "subject", "Subject must be at least 3 characters."],
  [{ body: "too short" }, "body", "Body must be at least 10 characters."],
  [{ to: " " }, "to", "Enter 1 to 5000 valid email addresses."],
  [{ to: "not an address" }, "to", "Enter a valid email address."],
  [{ ctaLabel: "Read" }, "ctaLabel", sentence(marketingMessages.ctaPair)],
  [{ ctaUrl: "https://a.example" }, "ctaLabel", sentence(marketingMessages.ctaPair)],
  [{ ctaLabel: "Read", ctaUrl: "ftp://a" }, "ctaUrl", "The CTA link must include http:// or https://."],
])("rejects %o at %s", ([wrong, field, message]) => {
  expect(errorsOf({ ...WRITTEN, ...wrong })).toContainEqual([field, message]);
});

test("needs no recipients for an audience", () => {
  const draft = { ...emptyValues(), sendTo: "all" as const, to: "left behind" };
  expect(MarketingInput.safeParse(toInput(draft)).data).toMatchObject({ audience: "all" });
  expect(toInput(draft).to).toBeUndefined();
});

describe("text that would be lost", () => {
  test("does not count a template's placeholders", () => {
    for (const template of MarketingTemplate.options)
      expect(hasOwnText(applyTemplate(emptyValues(), template))).toBe(false);
    expect(hasOwnText({ ...emptyValues(), subject: " ", body: "" })).toBe(false);
  });

  test.each(["to", "subject", "body", "ctaLabel", "ctaUrl"])("counts text in %s", (field) => {
    expect(hasOwnText({ ...emptyValues(), [field]: "mine" })).toBe(true);
  });
});
