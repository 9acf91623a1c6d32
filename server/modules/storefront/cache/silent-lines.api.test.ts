import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { PageInvalidation } from "../../../platform/page-invalidation.ts";
import { startDatabaseProxy } from "../../../testing/database-proxy.ts";
import { modelOf } from "../../../testing/factories.ts";
import { prepare } from "../../../testing/prepare.ts";
import { testSite, testUser } from "../../../testing/test-site.ts";

const writer = testSite();
/** The page changes that the reader has applied. Null means that any page may have changed. */
let applied: PageInvalidation[] = [];
let queries: typeof notices;
const notices = prepare(() => startDatabaseProxy(writer.databaseUrl));
beforeAll(async () => {
  queries = await startDatabaseProxy(writer.databaseUrl);
});
afterAll(async () => {
  await notices.close();
  await queries.close();
});
/** Separate proxies for notifications and for everything else. */
const reader = testSite(() => ({ databaseUrl: queries.url, noticesUrl: notices.url }));
beforeAll(() => void reader.pageInvalidations.subscribe((change) => void applied.push(change)));
const anna = testUser(writer, { handle: "anna" });
const berta = testUser(writer, { handle: "berta" });
beforeEach(() => {
  notices.state.silent = false;
  notices.state.delayMs = 0;
  queries.state.silent = false;
});

const rename = (displayName: string) =>
  anna.call("POST", "/api/creators/me", { handle: "anna", displayName });
/**
 * Changes the name and waits until the reader has applied the notification. A late one would outdate the page
 * again.
 */
const renameAndNotify = async (displayName: string) => {
  // Sooner or later, a connection that has lost bytes is replaced.
  notices.reset();
  const resetAt = performance.now();
  await expect.poll(() => reader.pageInvalidations.appliedUntil()).toBeGreaterThan(resetAt);
  applied = [];
  await rename(displayName);
  await expect.poll(() => applied).toContain(anna.creator.id);
};
const nameOnReader = async () => modelOf((await reader.call("GET", "/@anna")).text).creator.display_name;

test("shows a change on the other node while notifications are lost", async () => {
  await rename("Before");
  await expect.poll(nameOnReader).toBe("Before");
  await setTimeout(600);
  notices.state.silent = true;
  for (const name of ["First", "Second", "Third"]) {
    await rename(name);
    await expect.poll(nameOnReader, { interval: 25 }).toBe(name);
  }
});

test("accepts proof that no notification was lost over a connection with a delay of 0.4 seconds", async () => {
  notices.state.delayMs = 200;
  for (let proofs = 0; proofs < 3; proofs++) {
    const last = reader.pageInvalidations.appliedUntil();
    await expect.poll(reader.pageInvalidations.appliedUntil, { interval: 5 }).toBeGreaterThan(last);
  }
});

test("serves a cached page while the database does not respond", async () => {
  await renameAndNotify("Kept");
  await expect.poll(nameOnReader).toBe("Kept");
  queries.state.silent = true;
  for (const cookie of [undefined, berta.cookie, anna.cookie]) {
    const request = () => reader.call("GET", "/@anna", undefined, cookie ? { cookie } : {});
    const response = await request();
    expect(response.status).toBe(200);
    expect(modelOf(response.text).creator.display_name).toBe("Kept");
  }
});

test("serves a cached page while the database does not respond and notifications are lost", async () => {
  await renameAndNotify("Kept again");
  await expect.poll(nameOnReader).toBe("Kept again");
  queries.state.silent = true;
  notices.state.silent = true;
  await setTimeout(1_200);
  expect(await nameOnReader()).toBe("Kept again");
});

test("rejects an event while the database does not respond", async () => {
  queries.state.silent = true;
  const response = await reader.call(
    "POST",
    "/api/public/analytics",
    { creatorId: anna.creator.id, event: "page_view" },
    { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0" },
  );
  expect(response.status).toBe(503);
  expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
});
