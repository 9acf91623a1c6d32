import { describe, expect, test } from "vitest";
import { FORM, offerFile, startCheckout, submitForm } from "../../testing/factories.ts";
import { openSite, testSite } from "../../testing/test-site.ts";

const site = testSite({ limits: "database" });
const broken = testSite(() => ({
  databaseUrl: site.databaseUrl,
  analytics: { recordVisit: () => Promise.reject(new Error("the event buffer is full")) },
}));

const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

describe("a browser", () => {
  test("gets an HTML page for a rejected form of another site", async () => {
    const headers = { ...FORM, origin: "https://evil.tld" };
    for (const path of ["/orders/x", "/checkout/mock/x", "/checkout/start", "/sandbox/checkout/x"]) {
      const page = await site.call("POST", path, "", { ...headers, ...BROWSER });
      expect([page.status, page.headers["content-type"]], path).toEqual([403, "text/html; charset=utf-8"]);
      const json = await site.call("POST", path, "", { ...headers, accept: "application/json" });
      expect(json, path).toMatchObject({ status: 403, body: { code: "foreign_origin" } });
    }
  });

  test("gets an HTML page for a token longer than any valid one", async () => {
    for (const path of ["/@", "/orders/", "/checkout/mock/", "/unsubscribe/"]) {
      const page = await site.call("GET", path + "a".repeat(2_100), undefined, BROWSER);
      expect([page.status, page.headers["content-type"]], path).toEqual([400, "text/html; charset=utf-8"]);
    }
    const call = await site.call("GET", `/api/public/orders/${"a".repeat(2_100)}`, undefined, BROWSER);
    expect(call.headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  test("gets an HTML page after too many requests", async () => {
    const renew = () => site.call("POST", "/orders/x", "", { ...FORM, ...BROWSER });
    const statuses = [];
    for (let count = 0; count < 21; count++) statuses.push((await renew()).status);
    expect(statuses.at(-1)).toBe(429);
    const response = await renew();
    // The form's script shows this part.
    expect(response.text).toContain('<p data-part="problem">Too many attempts.');
    expect(response.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "retry-after": expect.stringMatching(/^\d+$/),
    });
  });

  test("gets an HTML page with the id of the logged request if the database is unreachable", async () => {
    const separateSite = await openSite({ databaseUrl: "postgresql://nobody@127.0.0.1:1/nothing" });
    for (const [path, route, headers] of [
      ["/orders/x", "/orders/:order", BROWSER],
      ["/checkout/mock/x", "/checkout/mock/:checkoutToken", BROWSER],
      ["/api/public/orders/x", "/api/public/orders/:orderToken", {}],
    ] as const) {
      const response = await separateSite.call("GET", path, undefined, headers);
      const requestId = response.headers["x-request-id"];
      expect([response.status, requestId], path).toEqual([503, expect.any(String)]);
      if (headers === BROWSER) expect(response.text, path).toContain(`<code>${requestId}</code>`);
      const lines = separateSite.logLines
        .map((each) => JSON.parse(each))
        .filter(({ reqId }) => reqId === requestId);
      const failed = lines.filter(({ msg }) => msg === "unavailable");
      expect(failed, path).toMatchObject([{ method: "GET", route, err: {} }]);
    }
  });

  test("gets an HTML page if a query fails", async () => {
    const separateSite = await openSite();
    await separateSite.query("alter table orders rename to orders_elsewhere");
    await separateSite.db.$client.end();
    for (const [path, route] of [
      ["/orders/x", "/orders/:order"],
      ["/checkout/mock/x", "/checkout/mock/:checkoutToken"],
    ] as const) {
      const response = await separateSite.call("GET", path, undefined, BROWSER);
      expect(response.status, path).toBe(500);
      expect(response.headers["content-type"], path).toBe("text/html; charset=utf-8");
      const requestId = String(response.headers["x-request-id"]);
      expect(response.text, path).toContain(`<code>${requestId}</code>`);
      const line = separateSite.logLines
        .map((each) => JSON.parse(each))
        .find(({ reqId }) => reqId === requestId);
      expect(line, path).toMatchObject({ method: "GET", route });
    }
  });
});

test("lets a buyer without scripts reach the checkout if no event can be recorded", async () => {
  const { tile } = await offerFile(site, await site.signUp());
  const response = await submitForm(broken, "/checkout/start", { tileId: String(tile.id) });
  expect(response.status).toBe(303);
  expect(String(response.headers.location)).toMatch(/^\/checkout\/mock\//);
});

test("completes a sale if its purchase event cannot be recorded", async () => {
  const separateSite = await openSite();
  const token = await startCheckout(
    separateSite,
    (await offerFile(separateSite, await separateSite.signUp())).tile.id,
  );
  await separateSite.query("alter table pending_counts rename to pending_counts_elsewhere");
  const paid = await separateSite.call("POST", `/api/public/checkout/${token}/pay`);
  expect(paid.status).toBe(200);
  expect(await separateSite.query("select status from orders")).toEqual([{ status: "paid" }]);
  expect(separateSite.logLines.join("")).toContain("purchase event was not recorded");
});
