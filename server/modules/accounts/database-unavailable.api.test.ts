import { describe, expect, test } from "vitest";
import { TestBrowser } from "../../testing/browser.ts";
import { mailedLink } from "../../testing/factories.ts";
import { PUBLIC_URL, type TestApp } from "../../testing/harness.ts";
import { testProvider } from "../../testing/test-open-id.ts";
import { openSite, testSite } from "../../testing/test-site.ts";

const provider = testProvider();
const site = testSite(() => ({ openId: provider.connect() }));
/** The same installation without a reachable database. */
const unavailableSite = testSite(() => ({
  openId: provider.connect(),
  databaseUrl: "postgresql://nobody@127.0.0.1:1/nothing",
}));

/** The request headers of a browser that follows a link. */
const LOOKING = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

/** Expects an error page that offers a retry and loads nothing. */
function expectPage(response: Awaited<ReturnType<TestApp["call"]>>) {
  expect(response.status).toBe(503);
  expect(response.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": "2",
  });
  expect(response.headers["set-cookie"]).toBeUndefined();
  expect(response.text).toMatch(/^<!doctype html><html lang="en">.*<h1>Back in a moment<\/h1>/);
  expect(response.text).toContain("Please try again shortly.");
  expect(response.text).toContain('<a href="">Try again</a>');
  expect(response.text).not.toMatch(/<script|<link|src=|url\(|ECONNREFUSED/);
}

describe("an unavailable database", () => {
  test("shows an error page for an emailed link, signed in or not, and the link works later", async () => {
    const anna = await site.signUp();
    const { path } = await mailedLink(site, anna.email, "verify-email");
    expectPage(await unavailableSite.call("GET", path, undefined, LOOKING));
    expectPage(await unavailableSite.call("GET", path, undefined, { ...LOOKING, cookie: anna.cookie }));
    expect((await site.call("GET", path)).headers.location).toBe("/auth/verify?status=success");
  });

  test("shows an error page when a sign-in at the provider starts", async () => {
    expectPage(
      await unavailableSite.call("GET", "/api/auth/google?redirect=%2Fdashboard", undefined, LOOKING),
    );
  });

  test("returns the error of a link as JSON to an API client", async () => {
    for (const accept of ["", "*/*", "application/json"])
      for (const path of ["/api/auth/verify?token=something", "/api/auth/google"]) {
        const response = await unavailableSite.call("GET", path, undefined, { accept });
        expect(response).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
        expect(response.body).toEqual({ error: expect.any(String), code: "unavailable" });
      }
  });

  test("shows an error page for the provider's callback, whose URL works later", async () => {
    provider.signInAs({ sub: "g", email: "gil@example.org", email_verified: true, name: "Gil" });
    const browser = new TestBrowser(site, PUBLIC_URL);
    const callback = await browser.passProvider(await browser.leave());
    expectPage(await browser.open(callback, { node: unavailableSite }));
    expect((await browser.open(callback)).location).toBe("/auth/complete");
  });
});

test("shows an error page without details for an internal error of an emailed link", async () => {
  const broken = await openSite();
  await broken.query("alter table one_time_tokens rename to elsewhere");
  const response = await broken.call("GET", "/api/auth/verify?token=something", undefined, LOOKING);
  expect(response).toMatchObject({ status: 500, headers: { "content-type": "text/html; charset=utf-8" } });
  expect(response.text).toContain("Something went wrong on our side.");
  expect(response.text).not.toMatch(/one_time_tokens|relation|at .*\.ts/);
});
