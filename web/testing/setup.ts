import "../lib/zod-config.ts";
import "../app/console.css";
import "./testing.css";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { removeFakeServer } from "./fake-server.ts";

/** An unexpected error fails the test, as it would fail an end-to-end test. */
const unexpected: string[] = [];

beforeEach(() => {
  unexpected.length = 0;
  vi.spyOn(console, "error").mockImplementation((...parts: unknown[]) => {
    unexpected.push(parts.map(String).join(" "));
  });
});

afterEach(() => {
  const unhandled = removeFakeServer();
  vi.restoreAllMocks();
  // Messages are stored outside the components and would appear in the next test.
  toast.dismiss();
  sessionStorage.clear();
  localStorage.clear();
  expect(unexpected, "errors in the browser's console").toEqual([]);
  expect(unhandled, "requests without a fake response").toEqual([]);
});
