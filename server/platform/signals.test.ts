import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onShutdownSignal } from "./signals.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

test("counts the duplicate Ctrl-C of terminal and npm once, and a later one again", () => {
  const source = new EventEmitter();
  const received: string[] = [];
  const act = { first: () => void received.push("first"), again: () => void received.push("again") };
  onShutdownSignal(["SIGINT", "SIGTERM"], act, source);

  source.emit("SIGINT");
  vi.advanceTimersByTime(20);
  source.emit("SIGINT");
  expect(received).toEqual(["first"]);
  vi.advanceTimersByTime(1000);
  source.emit("SIGTERM");
  expect(received).toEqual(["first", "again"]);
});
