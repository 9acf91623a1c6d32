import { afterEach, expect, test, vi } from "vitest";
import { accountRoutes } from "../../contract/api/accounts.ts";
import { creatorRoutes } from "../../contract/api/creators.ts";
import { inLanguage } from "../../contract/translation.ts";
import { aCreator } from "../testing/console-entities.ts";
import { ApiError, errorMessage, isStale, request } from "./api.ts";

afterEach(() => vi.unstubAllGlobals());

async function failureOf(response: Response): Promise<unknown> {
  vi.stubGlobal("fetch", async () => response);
  return request(creatorRoutes.me, {}).catch((error: unknown) => error);
}

test("reports a response of another release as stale and says to reload", async () => {
  const { handle: _renamed, ...creator } = aCreator();
  const error = await failureOf(Response.json({ creator }));
  expect(isStale(error)).toBe(true);
  expect(errorMessage(error, "Couldn't load.")).toBe("This site was updated. Reload the page.");
});

test("treats a non-JSON response as one that is not from the server", async () => {
  const error = await failureOf(new Response("<h1>Sign in to the network</h1>"));
  expect(error).toEqual(new ApiError(0, undefined));
  expect(isStale(error)).toBe(false);
});

test("asks for errors in the language of the console", async () => {
  const sent: RequestInit[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    sent.push(init);
    return new Response(null, { status: 204 });
  });
  await inLanguage("de", () => request(accountRoutes.logout, {}));
  await request(accountRoutes.forgotPassword, { body: { email: "a@b.example" } });
  expect(sent.map(({ headers }) => headers)).toEqual([
    { "Content-Language": "de" },
    { "Content-Language": "en", "Content-Type": "application/json" },
  ]);
});
