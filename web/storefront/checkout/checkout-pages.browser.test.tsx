import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { BuyerOrder } from "../../../contract/api/buyer-orders.ts";
import type { PageModel, PageName } from "../../../contract/pages/pages.ts";
import { answerForms } from "../../testing/answer-forms.tsx";
import {
  aBoughtItem,
  aMockPage,
  anOrderPage,
  aReturnPage,
  NO_ENTRIES,
} from "../../testing/buyer-entities.ts";
import { expectText } from "../../testing/expectations.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderPage } from "../../testing/render-page.tsx";

type Model<Page extends PageName> = Extract<PageModel, { page: Page }>;

const LEFT = { status: "failure", orderToken: null, checkoutToken: "token" } as const;
const orderPage = (changes: Partial<BuyerOrder> = {}, model: Partial<Model<"order">> = {}) =>
  anOrderPage(changes, { checkoutPath: "/checkout/mock/token", mode: null, ...model });

const STATES: [name: string, model: PageModel, text: string][] = [
  ["an open checkout", aMockPage(), "This is a mock checkout."],
  [
    "a checkout with an invalid email",
    aMockPage({
      problems: { email: "Enter a valid email address." },
      entries: { ...NO_ENTRIES, email: "buyer@nowhere" },
    }),
    "Enter a valid email address.",
  ],
  [
    "a paid checkout",
    aMockPage({}, { status: "paid" }),
    "This order is already paid. Nothing is charged twice.",
  ],
  ["a cancelled checkout", aMockPage({}, { status: "cancelled" }), "was cancelled"],
  ["an expired checkout", aMockPage({ unavailable: "expired" }), "This checkout has expired."],
  ["a checkout that does not exist", { page: "checkout-missing" }, "Checkout not found."],
  ["a confirmed order", aReturnPage(), "Order confirmed"],
  ["a pending order", aReturnPage({ status: "pending" }), "Checkout pending"],
  [
    "a payment that takes days",
    aReturnPage({ status: "pending", orderToken: null, checkoutToken: "token", isProcessing: true }),
    "This can take up to 10 days.",
  ],
  [
    "a failed checkout",
    aReturnPage({ status: "failure", orderToken: null }),
    "Something went wrong with the checkout.",
  ],
  [
    "a checkout that its buyer cancelled",
    aReturnPage({ ...LEFT, bought: aBoughtItem({ isCancelled: true }) }),
    "You cancelled the checkout.",
  ],
  [
    "ordered goods",
    aReturnPage({ downloadToken: null, bought: aBoughtItem() }),
    "Ada has been notified and ships",
  ],
  [
    "goods of a mock order",
    aReturnPage({ downloadToken: null, bought: aBoughtItem({ mode: null }) }),
    "After a real order, Ada ships it to you.",
  ],
  [
    "a service",
    aReturnPage({ downloadToken: null, bought: aBoughtItem({ type: "digital" }) }),
    "Your order page has the details.",
  ],
  [
    "a tip",
    aReturnPage({ downloadToken: null, bought: aBoughtItem({ type: "tip" }) }),
    "Thank you for your tip. Ada has been notified.",
  ],
  [
    "a held payment",
    aReturnPage({ ...LEFT, status: "pending", isProcessing: true, bought: aBoughtItem({ isHeld: true }) }),
    "Your payment does not match the order, so nothing was delivered yet.",
  ],
  ["an order page", orderPage(), "Your order"],
  ["an order page with an expired download", orderPage({ download: null }), "Your order"],
  ["an order that does not exist", { page: "order-missing" }, "Order not found."],
  [
    "an order page without an email",
    orderPage({}, { mailed: { sent: false, problem: "This order has no email.", email: "" } }),
    "This order has no email.",
  ],
  [
    "an order page whose links were emailed",
    orderPage({ mail_to: "b…@example.org" }, { mailed: { sent: true } }),
    "Sent to b…@example.org.",
  ],
];

test.for(STATES)("explains the state accessibly at every width: %s", async ([, model, text]) => {
  renderPage(model);
  await expect.element(page.getByText(text).first()).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("reports that an email could not be requested and keeps the typed text", async () => {
  answerForms();
  renderPage(orderPage());
  const send = page.getByRole("button", { name: "Email me the links" });
  await send.click();
  const alert = page.getByRole("alert");
  await expect.element(alert).toHaveTextContent("Enter the email that the links should go to.");
  await page.getByLabelText("Email", { exact: true }).fill("mara@example.org");
  await send.click();
  await expect.element(alert).toHaveTextContent("Couldn't send the email. Please try again.");
  await expect.element(page.getByLabelText("Email", { exact: true })).toHaveValue("mara@example.org");
  const mailed = {
    sent: false,
    problem: "Too many emails. Try again later.",
    email: "mara@example.org",
  } as const;
  const sent = answerForms(orderPage({}, { mailed }));
  await send.click();
  await expect.element(alert).toHaveTextContent(mailed.problem);
  expect(sent.map(String)).toEqual(["email=mara%40example.org"]);
});

test("shows the sentence of an error page in the form", async () => {
  const refused = "This order was refunded, so its download has ended.";
  const errorPage = `<main><h1>This did not work</h1><p data-part="problem">${refused}</p></main>`;
  vi.spyOn(window, "fetch").mockImplementation(async () => new Response(errorPage, { status: 410 }));
  renderPage(orderPage());
  await page.getByRole("button", { name: "Get a new link" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(refused);
});

test("offers the links by email in an app's browser, which may not save a download", async () => {
  const paid = orderPage({ mail_to: "b…@example.org" }, { isInAppBrowser: true });
  for (const [model, mail, download] of [
    [aReturnPage({ isInAppBrowser: true }), "link", "link"],
    [paid, "button", "button"],
  ] as const) {
    const { unmount } = renderPage(model);
    await expectText(/^This app may not save files/);
    const first = page.getByRole(mail, { name: "Email me the links" }).element();
    const second = page.getByRole(download, { name: "Download", exact: true }).element();
    expect(first.compareDocumentPosition(second)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await expectAccessibleAtEveryWidth();
    unmount();
  }
  renderPage(aReturnPage({ isInAppBrowser: true, sendsReceipts: false }));
  await expectText("This app may not save files. Open this page in your browser.");
  await expect.element(page.getByRole("link", { name: "Email me the links" })).not.toBeInTheDocument();
});
