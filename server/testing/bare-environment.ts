/** The environment of a child process without any setting of the product. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE };
}

/** Flags before a source file that a test runs: they halve the time of its start. */
export const SOURCE_FLAGS = [`--import=${new URL("./resolve-hook.ts", import.meta.url).href}`];
