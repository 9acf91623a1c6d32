import type { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { createStallCheck } from "./stalled-readers.ts";

test("a check that fails is no end of the checks: the next one disconnects a client that reads nothing", async () => {
  const resetAndDestroy = vi.fn();
  const client = {
    writableLength: 1000,
    bytesWritten: 5000,
    localPort: 1,
    remotePort: 2,
    remoteAddress: "no IP",
    resetAndDestroy,
  };
  const check = createStallCheck({ open: new Map([[client as unknown as Socket, {}]]), stallMs: 0 });
  await check();
  await expect(check()).rejects.toThrow();
  client.remoteAddress = "192.0.2.1";
  await check();
  expect(resetAndDestroy).toHaveBeenCalledOnce();
});
