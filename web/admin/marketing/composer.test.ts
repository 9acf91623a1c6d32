import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CTA_PAIR, MarketingInput } from "../../../contract/marketing.ts";
import { MarketingTemplate, marketingTemplates } from "../../../contract/marketing-templates.ts";
import {
  applyTemplate,
  type ComposerDraft,
  emptyDraft,
  isDirty,
  splitAddresses,
  toInput,
} from "./composer.ts";

const { announcement, newsletter } = marketingTemplates;

describe("choosing a template", () => {
  test("fills what is empty or still as the template before left it, and empties the button", () => {
    const before = { ...emptyDraft(), ctaLabel: "Read", ctaUrl: "https://a.example" };
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

  test("leaves what somebody wrote", () => {
    const written = { ...emptyDraft(), subject: "My own words" };
    expect(applyTemplate(written, "newsletter")).toMatchObject({
      subject: "My own words",
      body: newsletter.placeholders.body,
    });
  });

  test("never loses a written word, whatever is chosen in whatever order", () => {
    const choice = fc.constantFrom(...MarketingTemplate.options);
    const own = fc.string({ minLength: 1 }).filter((text) => text.trim() !== "");
    fc.assert(
      fc.property(own, own, fc.array(choice), (subject, body, choices) => {
        const known = Object.values(marketingTemplates).flatMap(({ placeholders }) =>
          Object.values(placeholders),
        );
        fc.pre(!known.includes(subject as never) && !known.includes(body as never));
        const end = choices.reduce(applyTemplate<ComposerDraft>, { ...emptyDraft(), subject, body });
        expect(end).toMatchObject({ subject, body });
      }),
    );
  });

  test("gives a mail that may be sent as it is", () => {
    for (const template of MarketingTemplate.options) {
      const draft = { ...applyTemplate(emptyDraft(), template), to: "a@example.org" };
      expect(MarketingInput.safeParse(toInput(draft)).success, template).toBe(true);
    }
  });
});

test("addresses may be separated by anything that people put between them", () => {
  expect(splitAddresses(" a@x.org, b@x.org;c@x.org\n\nd@x.org\t")).toEqual([
    "a@x.org",
    "b@x.org",
    "c@x.org",
    "d@x.org",
  ]);
  expect(splitAddresses(" ,; \n")).toEqual([]);
});

test.for<[Partial<ComposerDraft>, string, string]>([
  [{ subject: "ab" }, "subject", "Subject must be at least 3 characters."],
  [{ body: "too short" }, "body", "Body must be at least 10 characters."],
  [{ to: " " }, "to", "Enter 1 to 5000 valid email addresses."],
  [{ to: "not an address" }, "to", "Enter a valid email address."],
  [{ ctaLabel: "Read" }, "ctaLabel", CTA_PAIR],
  [{ ctaUrl: "https://a.example" }, "ctaLabel", CTA_PAIR],
  [{ ctaLabel: "Read", ctaUrl: "ftp://a" }, "ctaUrl", "The CTA link must include http:// or https://."],
])("%o is refused at %s", ([wrong, field, message]) => {
  const draft = { ...emptyDraft(), to: "a@example.org", ...wrong };
  const issues = MarketingInput.safeParse(toInput(draft)).error?.issues ?? [];
  expect(issues.map((issue) => [issue.path[0], issue.message])).toContainEqual([field, message]);
});

test("a mail to an audience needs no addresses", () => {
  const draft = { ...emptyDraft(), sendTo: "all" as const, to: "left behind" };
  expect(MarketingInput.safeParse(toInput(draft)).data).toMatchObject({ audience: "all" });
  expect(toInput(draft).to).toBeUndefined();
});

describe("words that would be lost", () => {
  test("a template's own words are nobody's", () => {
    for (const template of MarketingTemplate.options)
      expect(isDirty(applyTemplate(emptyDraft(), template))).toBe(false);
    expect(isDirty({ ...emptyDraft(), subject: " ", body: "" })).toBe(false);
  });

  test.each(["to", "subject", "body", "ctaLabel", "ctaUrl"])("a word in %s is somebody's", (field) => {
    expect(isDirty({ ...emptyDraft(), [field]: "mine" })).toBe(true);
  });
});
