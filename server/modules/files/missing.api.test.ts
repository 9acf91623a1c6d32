import { expect, test } from "vitest";
import { offerFile } from "../../testing/factories.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();

const reported = () => site.logLines.filter((line) => JSON.stringify(line).includes("not in the storage"));

test("a start on a storage without the files that are sold logs an error, and says what to do", async () => {
  const first = await offerFile(site, await site.signUp());
  await site.runMaintenance();
  expect(reported()).toEqual([]);
  await site.storage.deleteFile(`digital/${first.path}`);
  await site.runMaintenance();
  expect(JSON.stringify(reported())).toContain("STORAGE_URL or DATA_DIR");
});

test("a single lost file is left to the check of the installation", async () => {
  await offerFile(site, await site.signUp());
  const before = reported().length;
  await site.runMaintenance();
  expect(reported()).toHaveLength(before);
});
