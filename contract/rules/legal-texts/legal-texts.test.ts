import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { LEGAL_TEXTS } from "./index.ts";
import type { LegalTexts } from "./types.ts";

const publishedOf = ({ withdrawal, ...texts }: LegalTexts): [string, string][] => [
  ...[texts.digital, texts.digitalPart, texts.service, texts.servicePart, texts.news].map(
    ({ id, text }): [string, string] => [id, text],
  ),
  [withdrawal.id, JSON.stringify(withdrawal)],
];
const published = LEGAL_TEXTS.flatMap(publishedOf);

// Do not update a line: a buyer has agreed to that text. Give another wording another id.
test("a published text keeps its wording under its id", () => {
  const lines = published.map(
    ([id, text]) => `${id} ${createHash("sha256").update(text).digest("base64url")}`,
  );
  expect(lines).toMatchSnapshot();
});

test("an id names its language and is used once", () => {
  const ids = LEGAL_TEXTS.flatMap((texts) => [
    ...publishedOf(texts).map(([id]) => id),
    texts.digitalAndServiceId,
  ]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const texts of LEGAL_TEXTS)
    for (const [id] of publishedOf(texts))
      expect(id).toMatch(texts.language === "en" ? /-\d+$/ : new RegExp(`-\\d+\\.${texts.language}$`));
});

test.for(LEGAL_TEXTS.map((texts) => [texts.language, texts.withdrawal] as const))(
  "the terms of withdrawal in %s name the seller, the email and the button",
  ([, { id: _, form, ...paragraphs }]) => {
    expect(paragraphs.how).toMatch(/\{button\}/);
    for (const name of ["name", "email"]) expect(paragraphs.how).toContain(`{${name}}`);
    for (const text of [paragraphs.refund, paragraphs.refundOfService, paragraphs.returnByBuyer])
      expect(text).toContain("{name}");
    expect(paragraphs.returnBySeller.match(/\{name\}/g)).toHaveLength(2);
    for (const text of Object.values(paragraphs))
      expect(text.replace(/\{(name|email|button)\}/g, "")).not.toMatch(/[{}<>]/);
    expect(form).toHaveLength(7);
    expect(form[0]).toContain("{seller}");
  },
);
