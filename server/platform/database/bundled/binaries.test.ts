import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeTestFolder } from "../../../testing/temporary-folder.ts";
import { findBinaries, findNewerPatch, parseVersion } from "./binaries.ts";

/** Creates programs that only print a version. */
async function installPrograms(version: string): Promise<string> {
  const folder = await makeTestFolder();
  for (const name of ["postgres", "initdb"]) {
    await writeFile(join(folder, name), `#!/bin/sh\necho "${name} (PostgreSQL) ${version}"\n`);
    await chmod(join(folder, name), 0o755);
  }
  return folder;
}

async function makeCluster(major: number): Promise<string> {
  const cluster = join(await makeTestFolder(), "postgres");
  await mkdir(cluster);
  await writeFile(join(cluster, "PG_VERSION"), `${major}\n`);
  return cluster;
}

function putOnPath(...folders: string[]): void {
  const { PATH } = process.env;
  process.env.PATH = [...folders, PATH].join(delimiter);
  onTestFinished(() => {
    process.env.PATH = PATH;
  });
}

test("prefers an installed PostgreSQL with a newer patch of the same major version", async () => {
  const newer = await installPrograms("18.99 (Debian 18.99-1)");
  putOnPath(newer, await installPrograms("19.3"), await installPrograms("18.1"));
  const cluster = join(await makeTestFolder(), "postgres");
  for (const place of [cluster, await makeCluster(18)]) {
    expect(await findBinaries({ cluster: place, postgresBin: undefined })).toEqual({
      current: {
        initdb: join(newer, "initdb"),
        postgres: join(newer, "postgres"),
        version: { major: 18, minor: 99 },
        isBundled: false,
      },
      successor: undefined,
    });
    expect(await findBinaries({ cluster: place, postgresBin: "bundled" })).toMatchObject({
      current: { isBundled: true },
    });
  }
});

test("ignores an installed PostgreSQL that is not newer", async () => {
  putOnPath(await installPrograms("18.0"));
  const cluster = join(await makeTestFolder(), "postgres");
  expect(await findBinaries({ cluster, postgresBin: undefined })).toMatchObject({
    current: { isBundled: true },
  });
});

test("runs a cluster of another major version on the installed PostgreSQL of that version", async () => {
  putOnPath(await installPrograms("97.1"));
  expect(await findBinaries({ cluster: await makeCluster(97), postgresBin: undefined })).toEqual({
    current: expect.objectContaining({ version: { major: 97, minor: 1 }, isBundled: false }),
    successor: undefined,
  });
});

test("upgrades a cluster of an older major version to the bundled PostgreSQL or to POSTGRES_BIN", async () => {
  const newest = await installPrograms("99.1");
  putOnPath(await installPrograms("17.2"), newest);
  const cluster = await makeCluster(17);
  const current = expect.objectContaining({ version: { major: 17, minor: 2 } });
  for (const postgresBin of [undefined, "bundled"]) {
    expect(await findBinaries({ cluster, postgresBin })).toEqual({
      current,
      successor: expect.objectContaining({ isBundled: true }),
    });
  }
  expect(await findBinaries({ cluster, postgresBin: newest })).toEqual({
    current,
    successor: expect.objectContaining({ version: { major: 99, minor: 1 } }),
  });
});

test("uses the programs that POSTGRES_BIN names, and rejects an unsupported version", async () => {
  const folder = await installPrograms("17.2");
  const cluster = join(await makeTestFolder(), "postgres");
  expect(await findBinaries({ cluster, postgresBin: folder })).toMatchObject({
    current: { version: { major: 17, minor: 2 } },
  });
  for (const wrong of [await installPrograms("14.9"), await makeTestFolder()]) {
    await expect(findBinaries({ cluster, postgresBin: wrong })).rejects.toThrow(
      /^POSTGRES_BIN must be the folder of the programs.*such as \/usr\/lib\/postgresql\/18\/bin/,
    );
  }
  await expect(findBinaries({ cluster: await makeCluster(18), postgresBin: folder })).rejects.toThrow(
    /made by PostgreSQL 18; this Tessera brings PostgreSQL 17\.2.*POSTGRES_BIN=\/usr\/lib\/postgresql\/18\/bin/,
  );
});

test("finds the newer patch release of a version", () => {
  expect(parseVersion("postgres (PostgreSQL) 18.4\n")).toEqual({ major: 18, minor: 4 });
  expect(findNewerPatch({ major: 18, minor: 4 })).toBe("18.6");
  expect(findNewerPatch({ major: 18, minor: 6 })).toBeUndefined();
  expect(findNewerPatch({ major: 40, minor: 0 })).toBeUndefined();
});
