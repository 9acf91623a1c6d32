import { registerHooks } from "node:module";

const INSIDE = /\/node_modules\/drizzle-orm\/[^?]*\.js$/;

// Node parses drizzle's package.json, half a megabyte, again for each of its few hundred files:
// 100 MB of garbage and 0.4 s per start. All of these files are modules, and their imports are file paths.
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (!specifier.startsWith(".") || parentURL === undefined || !INSIDE.test(parentURL)) {
      return next(specifier, context);
    }
    return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
  },
});
