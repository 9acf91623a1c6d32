import { sha256Of } from "../support/files.ts";
import { expect, test } from "../support/journey.ts";
import { Ledger } from "../support/ledger.ts";
import { OwnServer } from "../support/own-server.ts";

const CRASHES = 3;

test("what was answered with success outlives kills of the product and of its database", async ({
  page,
  playwright,
}) => {
  test.setTimeout(120_000);
  const server = await OwnServer.prepare();
  const ledger = new Ledger(playwright.request, server.url);
  try {
    await server.start();
    for (let crash = 1; crash <= CRASHES; crash += 1) {
      await test.step(`kill ${crash} in the middle of work`, async () => {
        const sold = ledger.sales.length;
        const work = ledger.workUntilCut();
        await expect.poll(() => ledger.sales.length, { intervals: [20] }).toBeGreaterThan(sold);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
        await server.kill();
        await work;
        await server.start();
        await ledger.expectKept();
      });
    }

    await test.step("what is due goes as it starts", async () => {
      await server.query(
        `insert into files (id, creator_id, purpose, name, content_type, size, sha256, unnamed_since)
         select 'old', id, 'digital', 'old', 'application/octet-stream', 1, '', now() - interval '8 days' from creators limit 1`,
      );
      await server.kill();
      await server.start();
      expect(await server.query("select from files where id = 'old'"), server.output).toBe(0);
    });

    await test.step("kill of the database while the product runs", async () => {
      const sold = ledger.sales.length;
      const work = ledger.workUntilCut();
      await expect.poll(() => ledger.sales.length, { intervals: [20] }).toBeGreaterThan(sold);
      await server.killPostmaster();
      await work;
      await server.waitUntilReady();
      await ledger.expectKept();
    });

    await test.step("a buyer from before all that gets the file in a browser", async () => {
      const [first] = ledger.sales;
      await page.goto(new URL(first?.returnUrl ?? "", server.url).href);
      const downloading = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download" }).click();
      expect(await sha256Of(await downloading)).toBe(first?.digest);
    });

    await test.step("asked to end, it ends in order and leaves nothing running", async () => {
      expect(await server.listDatabaseProcesses()).not.toEqual([]);
      const { code, milliseconds } = await server.stop();
      expect({ code, inTime: milliseconds < 10_000 }, server.output).toEqual({ code: 0, inTime: true });
      expect(await server.listDatabaseProcesses()).toEqual([]);
    });
  } finally {
    await ledger.close();
    await server.remove();
  }
});
