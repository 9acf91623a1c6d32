import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { failureText, logOut, signUp, startCheckout } from "./api.ts";

function answerWith(status: number, body?: unknown) {
  const fetched = vi.fn((_address: string, _init?: RequestInit) =>
    Promise.resolve(new Response(body === undefined ? null : JSON.stringify(body), { status })),
  );
  vi.stubGlobal("fetch", fetched);
  return fetched;
}
beforeEach(() => vi.stubGlobal("document", { documentElement: { lang: "fr" } }));
afterEach(() => vi.unstubAllGlobals());

const textOf = (work: Promise<unknown>) =>
  work.then(
    () => "no failure",
    (error: unknown) => failureText(error, "fallback"),
  );

test("returns the URL of the checkout after a purchase", async () => {
  const fetched = answerWith(201, { mockCheckoutUrl: "/checkout/mock/abc" });
  expect(await startCheckout({ tileId: 12 })).toBe("/checkout/mock/abc");
  expect(fetched.mock.calls[0]?.[0]).toBe("/api/public/checkout");
  expect(fetched.mock.calls[0]?.[1]?.body).toBe('{"tileId":12}');
});

test("shows the server's text for a rejected purchase, preferring a field's message", async () => {
  answerWith(409, { error: "This tile sells nothing.", code: "x" });
  expect(await textOf(startCheckout({ tileId: 1 }))).toBe("This tile sells nothing.");
  answerWith(400, {
    error: "Check the fields.",
    code: "x",
    details: { fieldErrors: { email: ["Enter a valid email address."] }, formErrors: [] },
  });
  expect(await textOf(signUp({ tileId: 1, email: "x", token: "t", website: "" }))).toBe(
    "Enter a valid email address.",
  );
});

test("shows the fallback for a response in another format or no response", async () => {
  answerWith(502, undefined);
  expect(await textOf(startCheckout({ tileId: 1 }))).toBe("fallback");
  answerWith(201, { other: 1 });
  expect(await textOf(startCheckout({ tileId: 1 }))).toBe("fallback");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  expect(await textOf(startCheckout({ tileId: 1 }))).toBe("fallback");
});

test("logs out without a response body", async () => {
  answerWith(204);
  await expect(logOut()).resolves.toBeUndefined();
});

test("sends the language of the page, with and without a body", async () => {
  const fetched = answerWith(201, { mockCheckoutUrl: "/checkout/mock/abc" });
  await startCheckout({ tileId: 12 });
  await logOut();
  const headersOf = (call: number) => fetched.mock.calls[call]?.[1]?.headers;
  expect(headersOf(0)).toEqual({ "Content-Language": "fr", "Content-Type": "application/json" });
  expect(headersOf(1)).toEqual({ "Content-Language": "fr" });
});
