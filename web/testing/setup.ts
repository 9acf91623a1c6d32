import "./quiet-react.ts";
import "../lib/zod-config.ts";
import "../app/console.css";
import "./testing.css";
import * as React from "react";
import { toast } from "sonner";
import { afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { removeFakeServer } from "./fake-server.ts";

// In development React records a stack trace for every element, an eighth of the time of these tests. It stops at a
// limit, so this pretends that the limit is reached. Warnings still appear, without the stack of their owners.
const internals = Object.entries(React).find(([name]) => name.startsWith("__CLIENT_INTERNALS"))?.[1];
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
});

// Nobody looks at the page: painting all its frames took an eighth of the time of these tests. The opacity of the frame
// changes nothing within it: not what a locator sees, a click reaches or axe reads.
(window.frameElement as HTMLElement | null)?.style.setProperty("opacity", "0");

/** An unexpected error fails the test, as it would fail an end-to-end test. */
const unexpected: string[] = [];

/** All files share the window, so each starts with the initial size. */
beforeAll(() => page.viewport(1280, 860));

beforeEach(async () => {
  // The library itself cleans up only in the first file of a page.
  await cleanup();
  window.scrollTo(0, 0);
  sessionStorage.clear();
  localStorage.clear();
  // Messages are stored outside the components, and would appear in the next test.
  toast.dismiss();
  unexpected.length = 0;
  vi.spyOn(console, "error").mockImplementation((...parts: unknown[]) => {
    unexpected.push(parts.map(String).join(" "));
  });
});

afterEach(() => {
  const unhandled = removeFakeServer();
  vi.restoreAllMocks();
  expect(unexpected, "errors in the browser's console").toEqual([]);
  expect(unhandled, "requests without a fake response").toEqual([]);
});
