import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { BuyerOrder } from "../../../contract/api/buyer-orders.ts";
import type { BoughtItem } from "../../../contract/pages/bought-item.ts";
import type { PageModel, PageName } from "../../../contract/pages/pages.ts";
import { answerForms } from "../../testing/answer-forms.tsx";
import { aMockPage, anOrderPage, NO_ENTRIES } from "../../testing/buyer-entities.ts";
import { expectText } from "../../testing/expectations.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderPage } from "../../testing/render-page.tsx";

type Model<Page extends PageName> = Extract<PageModel, { page: Page }>;

const returned = (changes: Partial<Model<"checkout-return">> = {}): PageModel => ({
  page: "checkout-return",
  sendsReceipts: true,
  isInAppBrowser: false,
  status: "success",
  downloadToken: "token",
  handle: "ada",
  orderToken: "token",
  checkoutToken: null,
  bought: null,
  isProcessing: false,
  nextPollUrl: null,
  paymentUrl: null,
  isReceiptSent: true,
  ...changes,
});
const LEFT = { status: "failure", orderToken: null, checkoutToken: "token" } as const;
const bought = (changes: Partial<BoughtItem> = {}): BoughtItem => ({
  type: "physical",
  mode: "live",
  isFree: false,
  isHeld: false,
  isCancelled: false,
  creator: "Ada",
  contact: null,
  ...changes,
});
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
  ["a confirmed order", returned(), "Order confirmed"],
  ["a pending order", returned({ status: "pending" }), "Checkout pending"],
  [
    "a payment that takes days",
    returned({ status: "pending", orderToken: null, checkoutToken: "token", isProcessing: true }),
    "This can take up to 10 days.",
  ],
  [
    "a failed checkout",
    returned({ status: "failure", orderToken: null }),
    "Something went wrong with the checkout.",
  ],
  [
    "a checkout that its buyer cancelled",
    returned({ ...LEFT, bought: bought({ isCancelled: true }) }),
    "You cancelled the checkout.",
  ],
  ["ordered goods", returned({ downloadToken: null, bought: bought() }), "Ada has been notified and ships"],
  [
    "goods of a mock order",
    returned({ downloadToken: null, bought: bought({ mode: null }) }),
    "After a real order, Ada ships it to you.",
  ],
  [
    "a service",
    returned({ downloadToken: null, bought: bought({ type: "digital" }) }),
    "Your order page has the details.",
  ],
  [
    "a tip",
    returned({ downloadToken: null, bought: bought({ type: "tip" }) }),
    "Thank you for your tip. Ada has been notified.",
  ],
  [
    "a held payment",
    returned({ ...LEFT, status: "pending", isProcessing: true, bought: bought({ isHeld: true }) }),
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

test.for(STATES)("%s is explained and accessible at every width", async ([, model, text]) => {
  renderPage(model);
  await expect.element(page.getByText(text).first()).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("says after the mock checkout that no money was charged, what a real order brings, and whom to ask", async () => {
  renderPage(returned({ downloadToken: null, bought: bought({ mode: null, contact: "shop@ada.example" }) }));
  await expectText("This is a mock checkout. No money was charged.");
  await expectText("Questions? Ask shop@ada.example.");
  await expectText(/After a real order, .* ships it to you\./);
  await expect.element(page.getByText(/card/)).not.toBeInTheDocument();
});

test("continues a pending payment at the provider, or changes it", async () => {
  renderPage(
    returned({
      ...LEFT,
      status: "pending",
      downloadToken: null,
      bought: bought(),
      paymentUrl: "https://www.mollie.com/checkout/select/abc",
    }),
  );
  await expect
    .element(page.getByRole("link", { name: "Back to the payment" }))
    .toHaveAttribute("href", "https://www.mollie.com/checkout/select/abc");
  await expect
    .element(page.getByRole("link", { name: "Change the order" }))
    .toHaveAttribute("href", expect.stringMatching(/^\/checkout\/pay\//));
});

test("shows a cancelled checkout neither as a failure nor as something to repeat", async () => {
  renderPage(returned({ ...LEFT, bought: bought({ isCancelled: true }) }));
  await expectText("Nothing was charged. You can start again from the page.");
  await expect.element(page.getByText(/went wrong|failed|Try again/)).not.toBeInTheDocument();
});

test("reports an email that could not be requested, and keeps the typed text", async () => {
  answerForms();
  renderPage(orderPage());
  const send = page.getByRole("button", { name: "Email me the links" });
  await send.click();
  const alert = page.getByRole("alert");
  await expect.element(alert).toHaveTextContent("Enter the email that the links should go to.");
  await page.getByLabelText("Email", { exact: true }).fill("mara@example.org");
  await send.click();
  await expect.element(alert).toHaveTextContent("The email could not be sent. Please try again.");
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
    [returned({ isInAppBrowser: true }), "link", "link"],
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
  renderPage(returned({ isInAppBrowser: true, sendsReceipts: false }));
  await expectText("This app may not save files. Open this page in your browser.");
  await expect.element(page.getByRole("link", { name: "Email me the links" })).not.toBeInTheDocument();
});

test("does not advise other browsers", async () => {
  renderPage(returned());
  await expect.element(page.getByRole("link", { name: "Download" })).toBeVisible();
  await expect.element(page.getByText(/may not save files/)).not.toBeInTheDocument();
});
