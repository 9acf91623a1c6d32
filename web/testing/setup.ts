import "../lib/zod-config.ts";
import "../app/console.css";
import "./testing.css";
import * as React from "react";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { removeFakeServer } from "./fake-server.ts";

// React in development records a stack trace for every element, an eighth of the time of these tests. With its count of
// them at the limit it does not; warnings appear all the same, without the stack of their owners.
const internals = Object.entries(React).find(([name]) => name.startsWith("__CLIENT_INTERNALS"))?.[1];
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
});

// As the page of the file before closed, it stored what a visitor gets back when a page is loaded again: how far it was scrolled.
sessionStorage.clear();
localStorage.clear();

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
