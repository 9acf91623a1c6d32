import { expect, test } from "vitest";
import type { Finding } from "../../../contract/api/system.ts";
import { signUpAdmin } from "../../testing/factories.ts";
import { openSite } from "../../testing/test-site.ts";

async function openChecked() {
  const site = await openSite({ events: "separate" });
  const admin = await signUpAdmin(site);
  const find = async (name: string): Promise<Finding | undefined> => {
    const { body } = await admin.call("POST", "/api/admin/system/check", {});
    return body.findings.find((finding: Finding) => finding.name === name);
  };
  return { site, find };
}

test("a database of visits is checked, and visits that are not in it are a warning", async () => {
  const { site, find } = await openChecked();
  expect(await find("Database of visits")).toMatchObject({
    verdict: "ok",
    seen: expect.stringMatching(/^PostgreSQL \d+\.\d+.*; visits are in it$/),
  });
  await site.visits
    .sql`insert into pending_counts (creator_id, event, created_at) values (1, 'page_view', now() - interval '2 hours')`;
  expect(await find("Visit counts")).toMatchObject({ verdict: "fault" });
  await site.query("update event_location set is_moving = true");
  expect(await find("Database of visits")).toMatchObject({
    verdict: "fault",
    advice: expect.stringContaining("npm run events -- move"),
  });
  await site.query("update event_location set is_moving = false, location = 'main'");
  expect(await find("Database of visits")).toMatchObject({ verdict: "warning" });
});

test("one that does not answer is a fault", async () => {
  const { site, find } = await openChecked();
  await site.events.own?.$client.end();
  expect(await find("Database of visits")).toMatchObject({
    verdict: "fault",
    advice: expect.stringContaining("EVENTS_DATABASE_URL"),
  });
});
