import fc from "fast-check";
import { expect, test } from "vitest";
import { forAll } from "../../../contract/rules/for-all.test-kit.ts";
import { Handle } from "../../../contract/rules/handles.ts";
import { DEFAULT_PLANS, type Plans } from "../../../contract/rules/plans.ts";
import { platformFeeBps, suggestHandles, tileLimit } from "./rules.ts";

test.for([
  { plan: "free", subscriptionActive: false, tiles: 5, fee: 500 },
  { plan: "creator", subscriptionActive: false, tiles: Number.POSITIVE_INFINITY, fee: 0 },
  { plan: "creator", subscriptionActive: true, tiles: Number.POSITIVE_INFINITY, fee: 0 },
  { plan: "free", subscriptionActive: true, tiles: Number.POSITIVE_INFINITY, fee: 0 },
] as const)(
  "gives plan $plan with a subscription $subscriptionActive $tiles tiles and a fee of $fee basis points",
  ({ tiles, fee, ...creator }) => {
    expect(tileLimit(creator, DEFAULT_PLANS)).toBe(tiles);
    expect(platformFeeBps(creator, DEFAULT_PLANS)).toBe(fee);
  },
);

test("follows the operator's plans", () => {
  const plans: Plans = {
    free: { tiles: 12, feeBps: 250 },
    creator: { feeBps: 100, priceCents: 500, currency: "chf" },
  };
  const [free, paid] = [
    { plan: "free", subscriptionActive: false },
    { plan: "free", subscriptionActive: true },
  ] as const;
  expect([tileLimit(free, plans), platformFeeBps(free, plans)]).toEqual([12, 250]);
  expect(platformFeeBps(paid, plans)).toBe(100);
});

const wish = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.constantFrom(
    "Admin",
    "demo",
    "sign-up",
    "null",
    "  ",
    "..",
    "-_-",
    "Ünï Cödé",
    "a".repeat(200),
    "\ud800",
    "ab",
  ),
  fc.constant(null),
);

test("suggests valid, unreserved and unique handles for any name", () => {
  forAll(fc.array(wish, { maxLength: 3 }), (wishes) => {
    let draws = 0;
    const random = () => {
      draws += 1;
      return (draws * 0.0137) % 1;
    };
    const suggested = [...suggestHandles(wishes, random)];
    expect(suggested.length).toBeGreaterThan(90);
    expect(new Set(suggested).size).toBe(suggested.length);
    for (const handle of suggested) expect(Handle.safeParse(handle)).toEqual({ success: true, data: handle });
  });
});

test("suggests the name first if it is a valid handle and not reserved", () => {
  forAll(fc.stringMatching(/^[a-z0-9][a-z0-9_-]{1,30}[a-z0-9]$/), (name) => {
    const [first] = suggestHandles([name]);
    const asIs = name.replace(/-+/g, "-");
    if (Handle.safeParse(asIs).success) expect(first).toBe(asIs);
    else expect(first).not.toBe(asIs);
  });
});

test.for([
  { wishes: ["Anna Lee", "x"], first: "anna-lee" },
  { wishes: [null, "anna.lee"], first: "anna-lee" },
  { wishes: ["李雷", "li"], first: "creator-2" },
  { wishes: ["Admin"], first: "admin-2" },
  { wishes: [], first: "creator-2" },
  { wishes: ["a".repeat(31).concat(" b")], first: "a".repeat(31) },
])("turns $wishes into $first", ({ wishes, first }) => {
  expect(suggestHandles(wishes).next().value).toBe(first);
});
