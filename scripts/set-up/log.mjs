/** An error with advice in its message. */
export class SetUpError extends Error {}

/** @param {string} text */
export function log(text) {
  process.stderr.write(`set-up: ${text}\n`);
}

/** @param {unknown} error */
export function logFailure(error) {
  log(
    error instanceof SetUpError
      ? error.message
      : `stopped by an unexpected problem.\n${error?.stack ?? error}`,
  );
}
