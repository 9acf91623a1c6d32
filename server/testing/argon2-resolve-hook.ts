import { registerHooks } from "node:module";

const ARGON2 = new URL("./argon2.ts", import.meta.url).href;

// Replaces the hashing library in tests, which sign up more than a thousand users and would spend half of their time hashing the same password.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== "@node-rs/argon2" || context.parentURL === ARGON2) return next(specifier, context);
    return { url: ARGON2, format: "module-typescript", shortCircuit: true };
  },
});
