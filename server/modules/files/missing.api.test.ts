import { expect, test } from "vitest";
import { offerFile } from "../../testing/factories.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();

const reported = () => site.logLines.filter((line) => JSON.stringify(line).includes("not in the storage"));

test("logs an error with advice at a start on a storage without the sold files", async () => {
  const first = await offerFile(site, await site.signUp());
  await site.runMaintenance();
  expect(reported()).toEqual([]);
  await site.storage.deleteFile(`digital/${first.path}`);
  await site.runMaintenance();
  expect(JSON.stringify(reported())).toContain("STORAGE_URL or DATA_DIR");
});

test("leaves a single lost file to `doctor`", async () => {
  await offerFile(site, await site.signUp());
  const before = reported().length;
  await site.runMaintenance();
  expect(reported()).toHaveLength(before);
});
