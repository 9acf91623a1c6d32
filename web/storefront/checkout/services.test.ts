import { expect, test } from "vitest";
import type { PageModel } from "../../../contract/pages/pages.ts";
import { en } from "../../../contract/rules/legal-texts/en.ts";
import {
  aBoughtItem,
  anOrderPage,
  aPayPage,
  aProductPage,
  aReturnPage,
  aSeller,
} from "../../testing/buyer-entities.ts";
import { aPageProduct } from "../../testing/console-entities.ts";
import { readPage } from "../../testing/read-page.ts";

const CALL = { name: "One call", type: "service", media_url: null, accent_id: null } as const;
const MESSAGE = { name: null, text: "Choose a time.", link: null };
const bought = (changes: Parameters<typeof aBoughtItem>[0] = {}) =>
  aReturnPage({ downloadToken: null, bought: aBoughtItem({ type: "service", next: "contact", ...changes }) });
const ordered = (model: Parameters<typeof anOrderPage>[1], changes: Parameters<typeof anOrderPage>[0] = {}) =>
  anOrderPage({ product: CALL, mail_to: "b…@example.org", ...changes }, { hasFile: false, ...model });

test.for([
  [9000, "Book"],
  [0, "Book for free"],
] as const)("books a service of %i cents on its page, in a plain form", ([price_cents, label]) => {
  const { whole } = readPage(aProductPage({ product: aPageProduct({ type: "service", price_cents }) }));
  expect(whole.one("button", { type: "submit" }).text).toBe(label);
  expect(whole.one("form").attributes).toMatchObject({ method: "post" });
});

test("says before paying where the seller gets in touch, and asks for the consent of a service", () => {
  const { shown } = readPage(
    aPayPage({}, { product: CALL, seller: aSeller(), withdrawal: "service", consent_text: en.service.text }),
  );
  expect(shown.text).toContain("Where the receipt goes, and where the seller contacts you.");
  expect(shown.text).toContain("14 days, until the service has been provided.");
  expect(shown.text).toContain(en.service.text);
  expect(shown.text).toContain("Service by Ada");
});

test.for([
  ["confirmation", bought()],
  ["order page", ordered({ next: "contact" })],
] as const)("says on the %s that the creator gets in touch", ([, model]) => {
  const { shown } = readPage(model);
  expect(shown.names("h2")).toContain("What happens next");
  expect(shown.text).toContain("Ada will contact you at b…@example.org.");
  expect(shown.text).not.toMatch(/download|ship/i);
});

test.for([
  ["confirmation", { ...bought({ next: "message" }), messages: [MESSAGE] }],
  ["order page", ordered({ next: "message", messages: [MESSAGE] })],
] satisfies [string, PageModel][])("lets the message say on the %s what happens next", ([, model]) => {
  const { shown } = readPage(model);
  expect(shown.text).toMatch(/What happens next.*Choose a time\./s);
  expect(shown.text).not.toMatch(/Message from|contact you/);
});

test("promises nothing in the mock checkout", () => {
  for (const model of [bought({ mode: null, email: null }), ordered({ next: "contact", mode: null })])
    expect(readPage(model).shown.text).toContain("After a real order, Ada contacts you by email.");
});

test("names the end of the right of withdrawal from a service", () => {
  const consent = { text: en.service.text, language: "en", at: "2026-11-21T14:05:00.000Z" };
  const withdrawal = { possible: true, until: "2026-12-05T23:59:59.999Z", reason: "open" } as const;
  expect(readPage(ordered({}, { consent, withdrawal })).shown.text).toContain(
    "until 5 December 2026, unless the service has been provided in full by then.",
  );
});

test.for([
  [["service"], "you pay for the part that was provided."],
  [["goods", "service"], "For goods, the seller returns.*For a service, the seller returns"],
] as const)("says what a withdrawal from %j means", ([kinds, text]) => {
  const { shown } = readPage({
    ...{
      page: "withdraw",
      creator: null,
      orderPath: "/orders/token",
      number: "7-1",
      product: "One call",
      lines: [],
    },
    ...{ currency: "eur", seller: "Anna Weber", mailTo: null, kinds: [...kinds], isWhole: true },
    form: { name: "", email: "", lines: [], problem: null, field: null },
  });
  expect(shown.text).toMatch(new RegExp(text, "s"));
  expect(shown.text).not.toMatch(/download/i);
});
