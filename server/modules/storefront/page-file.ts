import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { type HtmlBytes, trimBuffer } from "../../platform/http/html.ts";

/** The end of the name of a file that is being written. */
export const DRAFT = ".draft";

/** The first line of a file; the page as brotli follows it. */
const Head = z.object({
  key: z.string(),
  hash: z.string(),
  links: z.string().optional(),
  frames: z.array(z.string()).optional(),
  /** Of the bytes: after a power cut a file may have its name, but not its contents. */
  sum: z.string(),
});

/** A page to be stored in a compact form, with the name of its contents and of all else that it was rendered from. */
export type StorablePage = { key: string; html: HtmlBytes };

const sumOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("base64url");

/** Returns the contents of the file of a page, or undefined for one without a compact form. */
export function encodePage({ key, html }: StorablePage): Buffer | undefined {
  const bytes = html.encoded.br;
  if (!bytes) return undefined;
  const { hash, links, frames } = html;
  const head = JSON.stringify({ key, hash, links, frames, sum: sumOf(bytes) });
  return Buffer.concat([Buffer.from(`${head}\n`), bytes]);
}

/** Writes a file as a whole or not at all: a reader sees the one before until the new one is complete. */
export async function writePage(path: string, contents: Buffer): Promise<void> {
  const draft = `${path}.${randomUUID()}${DRAFT}`;
  try {
    await writeFile(draft, contents, { mode: 0o600 }).catch(async () => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(draft, contents, { mode: 0o600 });
    });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Returns the page in a file, or undefined when there is none, or another or a damaged one. */
export async function readPage(path: string, key: string): Promise<HtmlBytes | undefined> {
  try {
    const contents = await readFile(path);
    const end = contents.indexOf("\n");
    const head = Head.parse(JSON.parse(contents.toString("utf8", 0, end)));
    const bytes = contents.subarray(end + 1);
    if (head.key !== key || head.sum !== sumOf(bytes)) return undefined;
    const { hash, links, frames } = head;
    const encoded = { br: trimBuffer(bytes) };
    return { encoded, hash, ...(links && { links }), ...(frames && { frames }) };
  } catch {
    return undefined;
  }
}
