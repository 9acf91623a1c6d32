import { defineConfig } from "vitest/config";

/** The failure drills of `npm run drills`: each breaks something while clients work, one after the other. */
export default defineConfig({
  test: {
    include: ["server/drills/*.drill.ts"],
    fileParallelism: false,
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
    reporters: ["verbose"],
    expect: { poll: { timeout: 900_000 } },
  },
});
