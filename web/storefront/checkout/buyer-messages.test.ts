import { expect, test } from "vitest";
import { aBoughtItem, anOrderPage, aReturnPage } from "../../testing/buyer-entities.ts";
import { readPage } from "../../testing/read-page.ts";

const message = {
  name: null,
  text: "**Welcome.** <script>alert(1)</script>",
  link: { label: "Choose a time", url: "https://calendar.example/ada" },
};

test.for([
  ["confirmation", aReturnPage({ bought: aBoughtItem(), messages: [message] })],
  ["order page", anOrderPage({}, { messages: [message] })],
] as const)("shows the message as formatted text with its link on the %s", ([, model]) => {
  const { shown, html } = readPage(model);
  expect(shown.text).toContain("Welcome. <script>alert(1)</script>");
  expect(html).toContain("<strong>Welcome.</strong>");
  expect(shown.named("a", "Choose a time").attributes).toMatchObject({
    href: "https://calendar.example/ada",
    rel: "nofollow ugc noopener noreferrer",
  });
});

test("shows the messages of several products under their names", () => {
  const messages = [
    { name: "Bundle", text: "Thank you.", link: null },
    { name: "Call", text: null, link: message.link },
  ];
  const { shown } = readPage(anOrderPage({}, { messages }));
  expect(shown.text).toMatch(/Bundle.*Thank you\..*Call.*Choose a time/s);
});

test("shows nothing without a message", () => {
  for (const model of [aReturnPage({ bought: aBoughtItem() }), anOrderPage({})])
    expect(readPage(model).shown.text).not.toContain("Message from");
});
