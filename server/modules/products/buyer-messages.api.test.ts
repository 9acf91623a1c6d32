import { expect, test } from "vitest";
import { addProduct, addTile, inputErrors } from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const admin = testUser(site, { admin: true });
const anna = testUser(site, { verified: true, handle: "anna" });

const LINK = { buyerLinkLabel: "Choose a time", buyerLinkUrl: "https://calendar.example/ada" };
const create = (given: object) => anna.call("POST", "/api/products", { name: "A call", ...given });

test("saves a message with its link, and changes one without the other", async () => {
  const { id, ...saved } = await addProduct(anna, { buyerMessage: " **Welcome.** ", ...LINK });
  expect(saved).toMatchObject({
    buyer_message: "**Welcome.**",
    buyer_link_label: "Choose a time",
    buyer_link_url: "https://calendar.example/ada",
  });
  const change = async (body: object) => (await anna.call("PATCH", `/api/products/${id}`, body)).body.product;
  expect(await change({ name: "Another name" })).toMatchObject({ buyer_message: "**Welcome.**" });
  expect(await change({ buyerMessage: "" })).toMatchObject({
    buyer_message: null,
    buyer_link_url: "https://calendar.example/ada",
  });
  expect(await change({ buyerLinkLabel: "", buyerLinkUrl: null })).toMatchObject({
    buyer_link_label: null,
    buyer_link_url: null,
  });
});

test("keeps HTML in a message as text", async () => {
  const buyerMessage = "<script>alert(1)</script>";
  expect(await addProduct(anna, { buyerMessage })).toMatchObject({ buyer_message: buyerMessage });
});

const HTTPS = ["buyer_message.https", "The link must begin with https://."] as const;
test.for([
  [
    "a message of 2,001 characters",
    { buyerMessage: "x".repeat(2001) },
    { buyerMessage: ["fields.too_long", "Message must be at most 2000 characters."] },
  ],
  ["an http link", { ...LINK, buyerLinkUrl: "http://calendar.example/" }, { buyerLinkUrl: HTTPS }],
  ["a script link", { ...LINK, buyerLinkUrl: "javascript:alert(1)" }, { buyerLinkUrl: HTTPS }],
  [
    "a link without a label",
    { buyerLinkUrl: LINK.buyerLinkUrl },
    { buyerLinkLabel: ["fields.required", "Link label is required."] },
  ],
  [
    "a label without a link",
    { buyerLinkLabel: "Choose a time" },
    { buyerLinkUrl: ["buyer_message.needs_url", "Enter the URL of the link, or remove its label."] },
  ],
  [
    "a label of two lines",
    { ...LINK, buyerLinkLabel: "Choose\r\nBcc: all@example.org" },
    { buyerLinkLabel: ["fields.several_lines", "Link label must be on one line."] },
  ],
] as const)("rejects %s", async ([, given, errors]) => {
  const response = await create(given);
  expect(response).toMatchObject({ status: 400, body: inputErrors(errors) });
});

test("rejects links to a blocked host at their field", async () => {
  await admin.call("POST", "/api/admin/blocks", { kind: "link", value: "spam.example", note: "Abuse" });
  const error = "Links to spam.example aren't allowed on this site.";
  for (const [field, given] of [
    ["buyerMessage", { buyerMessage: "See [this](http://spam.example/now)." }],
    ["buyerLinkUrl", { ...LINK, buyerLinkUrl: "https://spam.example/now" }],
  ] as const)
    expect(await create(given)).toMatchObject({
      status: 400,
      body: { error, details: { fieldErrors: { [field]: [error] } } },
    });
});

test("shows the message nowhere in public", async () => {
  const product = await addProduct(anna, { name: "Secret call", buyerMessage: "hush-hush", ...LINK });
  const tile = await addTile(anna, { type: "product", title: "Call", productId: product.id });
  const checkout = await site.call("POST", "/api/public/checkout", { tileId: tile.id });
  const pay = new URL(checkout.body.mockCheckoutUrl, "https://tiles.example").pathname;
  const token = pay.split("/").at(-1);
  for (const path of [
    "/@anna",
    `/@anna?tile=${tile.id}`,
    `/@anna/${product.slug}`,
    "/api/public/creator/anna",
    `/api/public/checkout/${token}`,
    pay,
  ]) {
    const { status, text } = await site.call("GET", path);
    expect(status, path).toBe(200);
    expect(text, path).toMatch(/call/i);
    expect(text, path).not.toMatch(/hush-hush|Choose a time|calendar\.example/);
  }
});
