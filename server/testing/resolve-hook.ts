import { type ResolveFnOutput, registerHooks } from "node:module";

const ROOT = new URL("../../", import.meta.url).href;
const IN_DRIZZLE = /\/node_modules\/drizzle-orm\/[^?]*\.js$/;
const packages = new Map<string, ResolveFnOutput>();

// Node reads a package.json again for each import: the product's for each of its own files, and a package's, of drizzle half a megabyte, wherever it
// is named. That is half of all that a start from the sources allocates. Own files import each other by path, and a package is the same one for all of them.
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
