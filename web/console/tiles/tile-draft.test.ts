import { expect, test } from "vitest";
import { TileInput } from "../../../contract/api/tiles.ts";
import { aTile, aTileProduct } from "../../testing/console-entities.ts";
import { type TileFormValues, titleWith, toFormValues, withType } from "./tile-draft.ts";

const link: TileFormValues = { ...toFormValues(null, "UTC"), title: "Letter", url: "https://example.com" };
const sale: TileFormValues = { ...toFormValues(null, "UTC"), type: "product", title: "Cup", productId: 7 };

test("starts a new tile as an active link", () => {
  expect(toFormValues(null, "UTC")).toMatchObject({ type: "link", active: true, title: "", productId: null });
});

test.each(["product", "tip"] as const)("clears the URL when the type changes to %s", (type) => {
  expect(withType(link, type).url).toBe("");
});

test.each(["link", "link_ad", "content"] as const)(
  "clears the product when the type changes to %s",
  (type) => {
    expect(withType(sale, type).productId).toBeNull();
  },
);

test("begins a signup as a form on the page, and no other type", () => {
  const signup = withType(link, "signup");
  expect(signup.size).toBe("full");
  expect(withType(signup, "tip").size).toBe("full");
  expect(withType(signup, "link").size).toBe("normal");
  expect(withType({ ...link, size: "wide" }, "signup").size).toBe("wide");
});

test("keeps the URL between types of links, and the product between product and tip", () => {
  expect(withType(link, "content").url).toBe("https://example.com");
  expect(withType(sale, "tip").productId).toBe(7);
});

test("keeps a saved tile unchanged in its form values", () => {
  const saved = aTile({
    type: "product",
    title: "Cup",
    url: null,
    product_id: 7,
    product: aTileProduct({ name: "Cup" }),
    active: false,
    hidden: true,
    ends_at: "2026-11-27T17:00:00.000Z",
  });
  const draft = toFormValues(saved, "Europe/Berlin");
  expect(TileInput.parse(draft)).toEqual({
    type: "product",
    title: "Cup",
    titleShown: true,
    description: null,
    imageUrl: null,
    imageAlt: null,
    imageFocus: { x: 50, y: 50 },
    images: [],
    url: null,
    productId: 7,
    buttonLabel: null,
    consentText: null,
    goal: null,
    contact: null,
    eventStartsAt: null,
    eventEndsAt: null,
    eventTimeZone: null,
    place: null,
    soldOut: false,
    active: false,
    hidden: true,
    startsAt: null,
    endsAt: "2026-11-27T18:00",
    size: "normal",
  });
});

test("names the tile by a chosen product, unless a title was typed", () => {
  const cup = { name: "Cup" };
  expect(titleWith(cup, { title: " " })).toBe("Cup");
  expect(titleWith(cup, { title: "My cup" })).toBe("My cup");
  expect(titleWith({ name: "Bowl" }, { title: "Cup", previous: cup })).toBe("Bowl");
});
