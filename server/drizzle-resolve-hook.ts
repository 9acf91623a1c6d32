import { registerHooks } from "node:module";

const INSIDE = /\/node_modules\/drizzle-orm\/[^?]*\.js$/;

// For each of its few hundred files Node reads the package.json above again, here one of half a megabyte:
// 100 MB of garbage and 0.4 s at every start. All of them are modules, and their imports name files.
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (!specifier.startsWith(".") || parentURL === undefined || !INSIDE.test(parentURL)) {
      return next(specifier, context);
    }
    return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
  },
});
