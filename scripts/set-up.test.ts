import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { expect, test, vi } from "vitest";
import { assertDiskSpace } from "./set-up/disk-space.mjs";

const pretend = (version: string) =>
  `data:text/javascript,Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;

test("a Node version that is too old is reported first", () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", pretend("18.20.8"), "scripts/set-up.mjs", "--dev", "--no-build"],
    { encoding: "utf8" },
  );
  expect(stderr).toContain("set-up: Tessera installs itself with Node 20 or later; this is Node v");
  expect(status).toBe(1);
});

test("Node 20 is accepted, and an installed product needs no installation", () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", pretend("20.0.0"), "scripts/set-up.mjs", "--dev", "--no-build"],
    { encoding: "utf8" },
  );
  expect(stderr).toBe("");
  expect(status).toBe(0);
});

test("too little free disk space is reported with the required and the available size", () => {
  const small = { bavail: 300 * 256, bsize: 4096 } as fs.StatsFs;
  const statfs = vi.spyOn(fs, "statfsSync").mockReturnValue(small);
  try {
    expect(() => assertDiskSpace({ forDevelopment: true, root: tmpdir() })).toThrow(
      /^the packages need about \d+ MB of free disk space at .*, which has 300 MB\. Free some space/,
    );
  } finally {
    statfs.mockRestore();
  }
});
