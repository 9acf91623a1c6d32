import { readFileSync, statSync } from "node:fs";

/** A file that a setting names. */
type SettingFile = { path: string; bytes: Buffer };

/** Returns a named file, or why it cannot be used. */
export function readSettingFile(
  path: string,
  { maxBytes, example }: { maxBytes: number; example: string },
): SettingFile | string {
  try {
    const stats = statSync(path);
    // Reading a pipe could block forever.
    if (!stats.isFile()) return `must name a file, such as ${example}; ${path} is not a file`;
    if (stats.size > maxBytes)
      return `must name a file of at most ${sizeText(maxBytes)}; ${path} has ${sizeText(stats.size)}`;
    const bytes = readFileSync(path);
    if (bytes.length === 0) return `must name a file with content; ${path} is empty`;
    return { path, bytes };
  } catch (error) {
    return `must name a file that this user can read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const MB = 1024 * 1024;

const sizeText = (bytes: number): string =>
  bytes < MB ? `${Math.ceil(bytes / 1024)} KB` : `${Math.ceil(bytes / MB)} MB`;
