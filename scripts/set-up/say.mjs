/** A step that cannot go on, in words a person can act on. */
export class SetUpProblem extends Error {}

/** @param {string} text */
export function say(text) {
  process.stderr.write(`set-up: ${text}\n`);
}

/** @param {unknown} error */
export function explainFailure(error) {
  say(
    error instanceof SetUpProblem
      ? error.message
      : `stopped by an unexpected problem.\n${error?.stack ?? error}`,
  );
}
