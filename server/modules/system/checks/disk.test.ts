import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { type Installation, inWords } from "../check.ts";
import { assessDisk, diskCheck } from "./disk.ts";

const MB = 1024 * 1024;
const assess = (freeMb: number, totalMb: number, reserveMb = 0) =>
  inWords(
    assessDisk(
      { free: freeMb * MB, total: totalMb * MB, files: 0, freeFiles: 0 },
      { dataDir: "/data", reserveBytes: reserveMb * MB },
    ),
  );

test("reports a fault for a nearly full disk, with a readable size", () => {
  expect(assess(90, 100)).toMatchObject({ verdict: "fault", seen: "90 MB of 100 MB are free" });
  expect(assess(255, 20 * 1024)).toMatchObject({ verdict: "fault", seen: "255 MB of 20.0 GB are free" });
  expect(assess(1536, 20 * 1024)).toMatchObject({ verdict: "warning", seen: "1.5 GB of 20.0 GB are free" });
  expect(assess(4096, 20 * 1024)).toMatchObject({ verdict: "ok", advice: null });
  expect(assess(40 * 1024, 1024 * 1024), "4 % of a large disk").toMatchObject({ verdict: "warning" });
  expect(assess(4096, 20 * 1024, 5000), "below the reserve").toMatchObject({ verdict: "fault" });
});

test("reports a fault for a disk without free inodes", () => {
  const disk = { free: 4096 * MB, total: 8192 * MB, files: 1000, freeFiles: 5 };
  expect(inWords(assessDisk(disk, { dataDir: "/data", reserveBytes: 0 }))).toMatchObject({
    verdict: "fault",
    seen: expect.stringContaining("inodes"),
  });
});

async function check(dataDir: string, diskReserveBytes: number) {
  const installation = {
    settings: { dataDir, diskReserveBytes },
    db: { $client: { query: async () => ({ rows: [{ handle: "anna", bytes: 3 * 1024 * MB }] }) } },
  };
  return (await diskCheck.run(installation as unknown as Installation, {})).map(inWords);
}

test("names the creators with the most uploads on a nearly full disk", async () => {
  expect(await check(tmpdir(), Number.MAX_SAFE_INTEGER)).toEqual([
    expect.objectContaining({
      verdict: "fault",
      seen: expect.stringMatching(/are free; most uploads are of @anna 3\.0 GB$/),
    }),
  ]);
});

test.runIf(process.platform === "linux")("does not accept a DATA_DIR in memory", async () => {
  const [found] = await check("/dev/shm", 0);
  expect(found?.verdict).not.toBe("ok");
});
