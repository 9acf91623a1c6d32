import { expect, test } from "vitest";
import { GiftInput } from "./gifts.ts";
import { ProductInput } from "./products.ts";
import { TileInput } from "./tiles.ts";
import { WithdrawalInput } from "./withdrawals.ts";

/** Text that shows the rest of its line backwards. */
const REVERSED = "Vera\u202e \u2066Stone";

test("removes direction controls from texts that strangers read beside others", () => {
  const gift = GiftInput.parse({
    email: "vera@example.org",
    name: REVERSED,
    line: REVERSED,
    day: "2026-12-01",
  });
  const event = TileInput.parse({
    type: "event",
    title: "Concert",
    eventStartsAt: "2026-12-01T20:00",
    place: REVERSED,
  });
  const product = ProductInput.parse({
    name: "Bowl",
    type: "physical",
    priceCents: 2500,
    offerProductId: 1,
    offerPriceCents: 500,
    offerText: REVERSED,
  });
  const withdrawal = WithdrawalInput.parse({ name: REVERSED, confirm: true });
  expect([gift.name, gift.line, event.place, product.offerText, withdrawal.name]).toEqual(
    Array(5).fill("Vera Stone"),
  );
});
