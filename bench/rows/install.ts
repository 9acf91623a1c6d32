import { execFile } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { startByNpm, timed, withFolder } from "../product.ts";
import { atMost, type Figure } from "../report.ts";
import type { Row } from "../row.ts";

const execute = promisify(execFile);
const FIRST_PAGE_S = 30;
const DISK_MB = 400;

/** From `git clone` of the committed state, and from a release archive, to the first page. npm's cache has the packages. */
export const installRow: Row = {
  name: "install",
  async run({ say }) {
    return withFolder(async (folder) => {
      const clone = join(folder, "clone");
      const fromClone = await measure("git clone", clone, () =>
        execute("git", ["clone", "--quiet", resolve("."), clone]),
      );
      say("release");
      await execute("npm", ["run", "release"], { cwd: clone });
      const [archive = ""] = (await readdir(join(clone, "release"))).filter((name) =>
        name.endsWith(".tar.gz"),
      );
      const release = join(folder, archive.replace(/\.tar\.gz$/, ""));
      const unpack = () => execute("tar", ["-xzf", join(clone, "release", archive), "-C", folder]);
      return [...fromClone, ...(await measure("release", release, unpack))];
    });
  },
};

async function measure(what: string, folder: string, fetchIt: () => Promise<unknown>): Promise<Figure[]> {
  const fetched = (await timed(fetchIt)) / 1000;
  const seconds = fetched + (await startByNpm("/@demo", { cwd: folder }));
  await rm(join(folder, "data"), { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  const { stdout } = await execute("du", ["-sm", folder]);
  return [
    atMost(`${what} to the first page, packages in npm's cache`, seconds, FIRST_PAGE_S, "s"),
    atMost(`${what}, size of the installation without data`, Number.parseInt(stdout, 10), DISK_MB, "MB"),
  ];
}
