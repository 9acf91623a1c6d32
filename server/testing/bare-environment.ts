/** The environment of a child process without any setting of the product. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE };
}

/** What `npm run` gives Node before the path of a command of the product. */
export const COMMAND_FLAGS = ["--import=./server/start/resolve-hook.ts"];
