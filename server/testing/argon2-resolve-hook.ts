import { registerHooks } from "node:module";

const ARGON2 = new URL("./argon2.ts", import.meta.url).href;

// Users are signed up more than a thousand times, half of it for the hash of one password.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== "@node-rs/argon2" || context.parentURL === ARGON2) return next(specifier, context);
    return { url: ARGON2, format: "module-typescript", shortCircuit: true };
  },
});
