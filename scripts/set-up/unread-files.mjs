import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Source maps, TypeScript sources and types, texts, and parts of a country database that its whole file repeats. */
const UNREAD = /(\.map|\.[cm]?ts|\.md|-ipv[46]\.mmdb)$/i;
/** Licences require their text in each copy. */
const LICENCE = /^(licen[cs]e|notice|copying|copyright|unlicense)/i;
/** The pages use upright Latin fonts: variable ones as woff2, and for preview images single weights as woff. */
const FONTS = [
  { folder: "@fontsource-variable", read: /-latin-wght-normal\.woff2$/ },
  { folder: "@fontsource", read: /-latin(-ext)?-\d+-normal\.woff$/ },
];

/** Optional peers of the build that npm installs anyway. */
const UNUSED = ["esbuild", "@esbuild"];

/** Removes files of installed packages that neither the product nor its build reads: a quarter of their size. */
export function removeUnreadFiles(folder) {
  for (const name of UNUSED) rmSync(join(folder, name), { recursive: true, force: true });
  // Headers of Node, only read by compilers of native packages.
  for (const name of readdirSync(folder).filter((name) => /^node-(linux|darwin|bin)-/.test(name))) {
    for (const part of ["include", "share"])
      rmSync(join(folder, name, part), { recursive: true, force: true });
  }
  removeFiles(folder, (name) => UNREAD.test(name) && !LICENCE.test(name));
  for (const { folder: family, read } of FONTS) {
    removeFiles(join(folder, family), (name) => /\.(css|scss|woff2?)$/.test(name) && !read.test(name));
  }
}

function removeFiles(folder, isUnread) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && isUnread(entry.name))
      rmSync(join(entry.parentPath ?? entry.path, entry.name), { force: true });
  }
}
