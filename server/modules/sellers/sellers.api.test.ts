import { describe, expect, test } from "vitest";
import { modelOf } from "../../testing/factories.ts";
import { SELLER } from "../../testing/sales.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { handle: "anna" });
const berta = testUser(site);

const PATH = "/api/seller";
const details = {
  legalName: "Anna Bäcker e. K.",
  address: "Hauptstraße 1\n10115 Berlin",
  country: "DE",
  email: "shop@anna.example",
  isTrader: true,
};
const stored = {
  ...SELLER,
  legal_name: "Anna Bäcker e. K.",
  address: "Hauptstraße 1\n10115 Berlin",
};
const publicCreator = async (handle: string) =>
  (await site.call("GET", `/api/public/creator/${handle}`)).body.creator;

test("requires a session", async () => {
  expect((await site.call("GET", PATH)).status).toBe(401);
  expect((await site.call("POST", PATH, details)).status).toBe(401);
});

test("rejects real sales by a creator without seller details", async () => {
  expect(await berta.call("GET", PATH)).toMatchObject({ status: 200, body: { seller: null } });
  expect((await publicCreator(berta.handle)).seller).toBeNull();
  expect(await site.sellers.findSeller(site.db, berta.creator.id)).toBeNull();
});

test("returns saved details, replaces them as a whole and summarizes them on the page", async () => {
  const first = await anna.call("POST", PATH, {
    ...details,
    phone: " +49 30 123456 ",
    vatId: "DE123456789",
    register: "Amtsgericht Berlin, HRA 1",
    taxNote: "No VAT is charged under § 19 UStG.",
    termsUrl: "https://anna.example/terms",
    deliveryTime: " 3 to 5 working days ",
    paysReturn: true,
    withdrawalNote: "Frames are made to measure.\nThey stay sold.",
  });
  expect(first).toMatchObject({
    status: 200,
    body: {
      seller: {
        ...stored,
        phone: "+49 30 123456",
        vat_id: "DE123456789",
        register: "Amtsgericht Berlin, HRA 1",
        tax_note: "No VAT is charged under § 19 UStG.",
        terms_url: "https://anna.example/terms",
        delivery_time: "3 to 5 working days",
        pays_return: true,
        withdrawal_note: "Frames are made to measure.\nThey stay sold.",
      },
    },
  });
  const second = await anna.call("POST", PATH, { ...details, email: "Shop@Anna.example", termsUrl: "" });
  expect(second).toMatchObject({ status: 200, body: { seller: stored } });
  expect((await anna.call("GET", PATH)).body).toEqual({ seller: stored });
  expect((await publicCreator("anna")).seller).toEqual({
    name: "Anna Bäcker e. K.",
    country: "DE",
    is_trader: true,
    delivery_time: null,
  });
  expect((await publicCreator(berta.handle)).seller).toBeNull();
  expect(await site.sellers.findSeller(site.db, anna.creator.id)).toEqual(stored);
});

test("shows changed details on the public page immediately", async () => {
  await anna.call("POST", PATH, details);
  await site.call("GET", "/@anna");
  await anna.call("POST", PATH, { ...details, legalName: "Anna Weber" });
  expect((await site.call("GET", "/@anna")).text).toContain('"name":"Anna Weber"');
});

test("shows the legal page under every handle of its creator, once there are details", async () => {
  const clara = await site.signUp({ handle: "clara" });
  expect((await site.call("GET", "/@clara/legal")).status).toBe(404);
  expect((await site.call("GET", "/@nobody-has-this/legal")).status).toBe(404);
  await clara.call("POST", PATH, details);
  const page = await site.call("GET", "/@Clara/legal");
  expect(page).toMatchObject({ status: 200, headers: { "cache-control": "private, no-store" } });
  expect(modelOf(page.text)).toEqual({
    page: "legal",
    creator: { handle: "clara", display_name: clara.displayName },
    seller: stored,
    pageLanguage: "en",
  });
  await clara.call("POST", "/api/creators/me", { handle: "clara-new", displayName: "Clara" });
  const renamed = await site.call("GET", "/@clara/legal");
  expect([renamed.status, renamed.headers.location]).toEqual([302, "/@clara-new/legal"]);
});

test("deletes the details with their creator", async () => {
  const carla = await site.signUp();
  await carla.call("POST", PATH, details);
  await site.sql`delete from creators where id = ${carla.creator.id}`;
  expect(await site.sql`select 1 from sellers where creator_id = ${carla.creator.id}`).toEqual([]);
});

describe("seller details", () => {
  const ADDRESS_LINES = "Postal address must have at most 8 lines.";
  test.for([
    ["legalName", "", "Legal name is required."],
    ["legalName", undefined, "Legal name is required."],
    ["legalName", "\u200b", "Legal name is required."],
    ["legalName", "x".repeat(201), "Legal name must be at most 200 characters."],
    ["legalName", "Anna\nWeber", "Legal name must be on one line."],
    ["legalName", "Anna \u202eWeber", "Legal name must not contain invisible control characters."],
    ["address", " ", "Postal address is required."],
    ["address", "x".repeat(501), "Postal address must be at most 500 characters."],
    ["address", Array(9).fill("line").join("\n"), ADDRESS_LINES],
    ["country", undefined, "Choose a country."],
    ["country", "de", "Choose a country."],
    ["country", "XX", "Choose a country."],
    ["email", "anna", "Enter a valid email address."],
    ["phone", "call me", "Enter a valid phone number."],
    ["phone", "1".repeat(41), "Phone number must be at most 40 characters."],
    ["vatId", "DE<1>", "Enter a valid VAT ID."],
    ["register", "a\nb", "Register must be on one line."],
    ["isTrader", undefined, "Choose business or private person."],
    ["isTrader", "yes", "Choose business or private person."],
    ["taxNote", "x".repeat(301), "Tax note must be at most 300 characters."],
    ["deliveryTime", "soon\nor later", "Delivery time must be on one line."],
    ["deliveryTime", "x".repeat(121), "Delivery time must be at most 120 characters."],
    ["paysReturn", "yes", "Who pays the return must be true or false."],
    ["withdrawalNote", "x".repeat(2001), "Note on withdrawals must be at most 2000 characters."],
    ["withdrawalNote", Array(41).fill("line").join("\n"), "Note on withdrawals must have at most 40 lines."],
    [
      "withdrawalNote",
      "made \u202eto measure",
      "Note on withdrawals must not contain invisible control characters.",
    ],
    ["termsUrl", "javascript:alert(1)", "Terms must be a valid URL (include http:// or https://)."],
  ] as const)("rejects %s = %j", async ([field, value, error]) => {
    const response = await berta.call("POST", PATH, { ...details, [field]: value });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      error,
      code: "invalid_input",
      details: { fieldErrors: { [field]: [error] }, formErrors: [] },
    });
    expect((await berta.call("GET", PATH)).body.seller).toBeNull();
  });
});
