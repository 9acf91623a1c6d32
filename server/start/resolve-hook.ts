import { type ResolveFnOutput, registerHooks } from "node:module";

const ROOT = new URL("../../", import.meta.url).href;
const IN_DRIZZLE = /\/node_modules\/drizzle-orm\/[^?]*\.js$/;
const packages = new Map<string, ResolveFnOutput>();

// Node reads a package.json again for each import: the product's for each of its own files, and a package's, of drizzle half a megabyte, wherever it
// is named. That was half of all that a start allocated. Own files import each other by path, and a package is the same one for all of them.
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL, conditions, importAttributes } = context;
    const isPlain = conditions.includes("import") && Object.keys(importAttributes).length === 0;
    if (parentURL === undefined || !isPlain) return next(specifier, context);
    const isOwn = parentURL.startsWith(ROOT) && !parentURL.startsWith("node_modules/", ROOT.length);
    if (specifier.startsWith(".")) {
      if (isOwn && specifier.endsWith(".ts")) return byPath(specifier, parentURL, "module-typescript");
      if (IN_DRIZZLE.test(parentURL)) return byPath(specifier, parentURL, "module");
      return next(specifier, context);
    }
    if (!isOwn) return next(specifier, context);
    const found = packages.get(specifier) ?? { ...next(specifier, context), shortCircuit: true };
    packages.set(specifier, found);
    return found;
  },
});

const byPath = (specifier: string, parentURL: string, format: string): ResolveFnOutput => ({
  url: new URL(specifier, parentURL).href,
  format,
  shortCircuit: true,
});

/** The packages that are loaded with their first use. */
const LAZY_PACKAGES = [
  "@simplewebauthn/server",
  "@zxcvbn-ts/language-common/src/passwords.json",
  "file-type",
  "htmlparser2",
  "nodemailer",
  "sharp",
  "yauzl",
  "yazl",
];
// Node never looks twice for a package that was missing. Packages that were found at start can still be loaded after they were missing for a while, as when
// they are installed again below a running process. A package that was loaded while only a part of it was there fails until a restart.
for (const name of LAZY_PACKAGES) import.meta.resolve(name);
