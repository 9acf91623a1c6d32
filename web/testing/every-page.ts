import type { ModelOf, PageName } from "../../contract/pages/pages.ts";
import { OrderStatus } from "../../contract/rules/order-states.ts";
import { TILE_TYPE_NAMES, tileTypeRules } from "../../contract/rules/tile-types.ts";
import {
  aBoughtItem,
  aBuyerLine,
  aBuyerOrder,
  aCreatorPage,
  anOrderPage,
  aPayPage,
  aProductPage,
  aReturnPage,
  aSeller,
} from "./buyer-entities.ts";
import { aPageProduct, aPublicCreator, aTile, aTileProduct } from "./console-entities.ts";
import { LIBRARY } from "./library-pages.ts";

/** The pages that stay English: documents of the operator, and the sandbox of providers. */
type EnglishPage = "site-document" | `sandbox-${string}`;
type TranslatedPage = Exclude<PageName, EnglishPage>;

const AT = "2027-05-12T18:00:00.000Z";
const creator = { handle: "ada", display_name: "Ada" };
const seller = aSeller();
const form = { email: "", problem: null };

const tiles = TILE_TYPE_NAMES.map((type, index) =>
  aTile({
    id: index + 1,
    type,
    title: `#${index}`,
    url: tileTypeRules(type).needs === "url" ? "https://mara.example/" : null,
    product: tileTypeRules(type).needs === "productId" ? aTileProduct({ sold_out: index % 2 === 0 }) : null,
    ends_at: "2099-01-01T00:00:00.000Z",
  }),
);

const orderIn = (status: OrderStatus) =>
  anOrderPage(
    { status, number: "ADA-1", seller, mail_to: "b…@example.org" },
    { mode: "test", hasFile: false },
  );

/** Models of every page that buyers and visitors meet, in their states. */
export const EVERY_PAGE: { readonly [P in TranslatedPage]: readonly ModelOf<P>[] } = {
  landing: [
    { page: "landing", signedIn: false },
    { page: "landing", signedIn: true },
  ],
  "theme-sample": [{ page: "theme-sample" }],
  creator: [
    aCreatorPage({
      creator: aPublicCreator({
        plan: "free",
        seller: { name: "Ada", country: "DE", is_trader: true, delivery_time: null },
      }),
      tiles,
      total: 60,
    }),
    aCreatorPage({ tiles: [], isOwner: true }),
  ],
  product: [
    aProductPage({ creator: aPublicCreator({ sells: "real" }), product: aPageProduct({ sold_out: true }) }),
    aProductPage({
      creator: aPublicCreator({ sells: "real" }),
      product: aPageProduct({ file: { kind: "PDF", size: 3_300_000 } }),
    }),
  ],
  "product-missing": [{ page: "product-missing" }],
  "creator-missing": [{ page: "creator-missing" }],
  "creator-unavailable": [{ page: "creator-unavailable", requestId: "r-1" }],
  "creator-suspended": [
    { page: "creator-suspended", ground: "law" },
    { page: "creator-suspended", ground: "rules" },
  ],
  report: [
    {
      page: "report",
      isSent: false,
      form: {
        entries: { url: "", reason: "", message: "", name: "", email: "", goodFaith: "" },
        problems: {},
        problem: null,
      },
    },
    {
      page: "report",
      isSent: true,
      form: {
        entries: { url: "", reason: "", message: "", name: "", email: "", goodFaith: "" },
        problems: {},
        problem: null,
      },
    },
  ],
  legal: [{ page: "legal", creator, seller }],
  "legal-missing": [{ page: "legal-missing" }],
  pay: [
    aPayPage(
      { formerTotal: 2000, mode: "test", isInAppBrowser: true },
      { needs: { email: true, consent: true, address: true }, countries: ["DE", "FR"] },
    ),
    aPayPage(
      { mode: null, sendsReceipts: false },
      { needs: { email: false, consent: false, address: false } },
    ),
    aPayPage({ unavailable: "expired" }),
  ],
  "to-provider": [{ page: "to-provider", url: "https://pay.example/1", provider: "Stripe" }],
  "checkout-missing": [{ page: "checkout-missing" }],
  "checkout-return": [
    aReturnPage(),
    aReturnPage({ status: "pending", isProcessing: true, nextPollUrl: "/x" }),
    aReturnPage({ status: "pending", paymentUrl: "https://pay.example/1" }),
    aReturnPage({ status: "failure", bought: aBoughtItem() }),
    aReturnPage({ isReceiptSent: true }),
  ],
  order: [
    ...OrderStatus.options.map(orderIn),
    anOrderPage(
      { status: "paid", lines: [aBuyerLine(), aBuyerLine({ id: 2 })], seller },
      { mode: "live", hasFile: true, isHeld: true, contact: "a@example.org" },
    ),
    anOrderPage(
      { ...aBuyerOrder({ status: "paid" }) },
      {
        mailed: { sent: true },
        corrected: { sent: true },
        gift: { state: "sent", to: "b@example.org", at: AT },
      },
    ),
  ],
  "order-missing": [{ page: "order-missing" }],
  "order-email": [
    { page: "order-email", asks: null },
    ...(["confirm", "undo", "gift"] as const).map((link) => ({
      page: "order-email" as const,
      asks: { link, token: "1.x", number: "ADA-1", email: "b@example.org" },
    })),
  ],
  withdraw: [
    {
      page: "withdraw",
      creator: { handle: "ada" },
      orderPath: "/order/1.x",
      number: "ADA-1",
      product: "#1",
      lines: [
        { id: 1, name: "#1", amountCents: 500 },
        { id: 2, name: "#2", amountCents: 700 },
      ],
      currency: "EUR",
      seller: "Ada",
      mailTo: "b…@example.org",
      kinds: ["goods", "file", "service"],
      isWhole: false,
      form: { name: "", email: "", lines: [], problem: null, field: null },
    },
  ],
  "find-order": [
    { page: "find-order", isSent: false, form: { number: "", email: "", problem: null, field: null } },
    { page: "find-order", isSent: true, form: { number: "", email: "", problem: null, field: null } },
  ],
  gift: [
    {
      page: "gift",
      path: "/gift/1.x",
      product: "#1",
      creator: { ...creator, time_zone: "UTC" },
      from: "Bob",
      line: null,
      mode: "live",
      access: "given",
      files: [],
      messages: [],
      versions: [],
    },
  ],
  signup: [
    { page: "signup", creator, form: null },
    {
      page: "signup",
      creator,
      form: { tileId: 7, title: "#7", button: "#8", consent: "#9", token: "1.x", email: "", problem: null },
    },
  ],
  "signup-confirmation": [
    { page: "signup-confirmation", creator, pending: null },
    {
      page: "signup-confirmation",
      creator,
      pending: { token: "1.x", email: "r@example.org", consent: "#9" },
    },
  ],
  "signup-missing": [{ page: "signup-missing" }],
  "library-request": [
    { page: "library-request", isSent: false, form },
    { page: "library-request", isSent: true, form },
  ],
  "library-entry": (["open", "used", "expired", "unknown"] as const).map((state) => ({
    page: "library-entry",
    token: "1.x",
    state,
    asksEmail: true,
    form,
  })),
  library: LIBRARY,
  letters: [
    { page: "letters", creator: { ...creator, language: "en" }, letters: [], next: null, isFirst: true },
    {
      page: "letters",
      creator: { ...creator, language: "en" },
      letters: [{ key: "a", subject: "#1", sentAt: AT }],
      next: "b",
      isFirst: false,
    },
  ],
  letter: [
    {
      page: "letter",
      creator: { ...creator, language: "en" },
      letter: { key: "a", subject: "#1", body: "#2", cta: null, image: null, sentAt: AT, published: true },
    },
  ],
  "letter-missing": [{ page: "letter-missing" }],
  unsubscribe: (["asks", "done", "unknown"] as const).flatMap((state) =>
    ["Ada", null].map((sender) => ({ page: "unsubscribe" as const, state, token: "1.x", creator: sender })),
  ),
};
