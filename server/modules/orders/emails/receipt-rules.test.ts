import pino from "pino";
import { expect, test } from "vitest";
import { RECEIPT_CAPS } from "../../../../contract/rules/limits.ts";
import { createMemoryRateLimiter } from "../../../testing/memory-rate-limiter.ts";
import { reserveReceipt } from "./receipt-rules.ts";

test.for([
  ["test", RECEIPT_CAPS.testOrders.points],
  ["sandbox", RECEIPT_CAPS.testOrders.points],
  ["live", RECEIPT_CAPS.creator.points],
] as const)("orders of a creator in %s mode email %s recipients an hour", async ([mode, most]) => {
  const deps = { limits: createMemoryRateLimiter(), log: pino({ level: "silent" }) };
  const order = { id: 1, seed: "a", creatorId: 1, mode };
  let sent = 0;
  for (let index = 0; index < RECEIPT_CAPS.creator.points + 1; index++)
    if (await reserveReceipt(deps, { order, to: `${index}@example.org`, ip: null })) sent++;
  expect(sent).toBe(most);
});
