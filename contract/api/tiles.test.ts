import { describe, expect, test } from "vitest";
import { hostileUrls } from "../rules/hostile-urls.test-kit.ts";
import { limits } from "../rules/limits.ts";
import { toErrorDetails } from "./errors.ts";
import { TileInput } from "./tiles.ts";

const link = { type: "link", title: "Shop", url: "https://shop.example/" };

/** The messages of a form in order. */
function messagesOf(tile: unknown): [string, string][] {
  const issues = TileInput.safeParse(tile).error?.issues ?? [];
  const { fieldErrors } = toErrorDetails(issues);
  return Object.entries(fieldErrors).flatMap(([field, messages]) =>
    messages.map((message): [string, string] => [field, message]),
  );
}

test("reports all errors of a link at once, title first", () => {
  expect(messagesOf({ type: "link", title: "  ", imageUrl: "x", url: "" })).toEqual([
    ["title", "Title is required."],
    ["imageUrl", "Image must be a valid URL (include http:// or https://)."],
    ["url", "Please provide a destination URL."],
  ]);
});

test("reports all errors of a product tile at once, title first", () => {
  expect(messagesOf({ type: "product", title: "", imageUrl: "javascript:alert(1)" })).toEqual([
    ["title", "Title is required."],
    ["imageUrl", "Image must be a valid URL (include http:// or https://)."],
    ["productId", "Please select a product."],
  ]);
});

test("reports title and image first, whatever else is invalid", () => {
  for (const other of [{ url: 7 }, { active: "yes" }, { type: "product", productId: "7" }]) {
    const [title, image] = messagesOf({ ...link, ...other, title: "", imageUrl: "x" });
    expect([title, image]).toEqual([
      ["title", "Title is required."],
      ["imageUrl", "Image must be a valid URL (include http:// or https://)."],
    ]);
  }
});

describe.for(["link", "link_ad", "content"])("a %s tile", (type) => {
  test("requires a URL that begins with http:// or https://", () => {
    for (const url of [undefined, null, ""]) {
      expect(messagesOf({ type, title: "A", url })).toEqual([["url", "Please provide a destination URL."]]);
    }
    for (const url of ["shop.example", 7]) {
      expect(messagesOf({ type, title: "A", url })).toEqual([
        ["url", "Destination URL must include http:// or https://"],
      ]);
    }
  });

  test("clears the product", () => {
    expect(TileInput.parse({ ...link, type, productId: 7 })).toMatchObject({
      productId: null,
      url: link.url,
    });
  });
});

describe.for(["product", "tip"])("a %s tile", (type) => {
  test("requires a product", () => {
    for (const productId of [undefined, null, 0, "7", 1.5]) {
      expect(messagesOf({ type, title: "A", productId })).toEqual([
        ["productId", "Please select a product."],
      ]);
    }
  });

  test("clears the URL", () => {
    expect(TileInput.parse({ ...link, type, productId: 7 })).toMatchObject({ productId: 7, url: null });
  });
});

test.for(hostileUrls)("rejects $shown as destination URL and as image URL", ({ url }) => {
  const isLong = url.length > limits.url.max;
  const tooLong = "is too long: at most 2,048 characters. A short link helps.";
  const missingPart = /^https?:\/\//.test(url)
    ? "must have a host after http:// or https://, such as https://example.com."
    : "must include http:// or https://";
  expect(messagesOf({ ...link, url })).toEqual([
    ["url", `Destination URL ${isLong ? tooLong : missingPart}`],
  ]);
  expect(messagesOf({ ...link, imageUrl: url })).toEqual([
    ["imageUrl", `Image ${isLong ? tooLong : "must be a valid URL (include http:// or https://)."}`],
  ]);
});

test("normalises URLs by the URL standard, and trims texts", () => {
  expect(
    TileInput.parse({
      type: "link",
      title: " Shop ",
      description: "  ",
      imageUrl: "HTTP://Pictures.Example/a b.png",
      url: "https://shop.example",
    }),
  ).toEqual({
    type: "link",
    title: "Shop",
    titleShown: true,
    description: null,
    imageUrl: "http://pictures.example/a%20b.png",
    imageAlt: null,
    imageFocus: { x: 50, y: 50 },
    images: [],
    url: "https://shop.example/",
    productId: null,
    active: true,
    buttonLabel: null,
    consentText: null,
    eventStartsAt: null,
    eventEndsAt: null,
    eventTimeZone: null,
    place: null,
    soldOut: false,
    hidden: false,
    startsAt: null,
    endsAt: null,
    goal: null,
    contact: null,
    size: "normal",
  });
});

const words = { title: "My letter", buttonLabel: " Join ", consentText: "Email me." };

test("requires only a title for a signup tile, and clears its URL and product", () => {
  expect(TileInput.safeParse({ type: "signup", title: "My letter" }).success).toBe(true);
  expect(TileInput.parse({ type: "signup", ...words, url: "https://a.example", productId: 3 })).toMatchObject(
    {
      url: null,
      productId: null,
      buttonLabel: "Join",
      consentText: "Email me.",
    },
  );
});

test("clears button label and consent text of other tile types", () => {
  expect(TileInput.parse({ type: "link", ...words, url: "https://a.example" })).toMatchObject({
    buttonLabel: null,
    consentText: null,
  });
});

test("rejects a line break in a button label", () => {
  expect(TileInput.safeParse({ type: "signup", ...words, buttonLabel: "two\nlines" }).success).toBe(false);
});
