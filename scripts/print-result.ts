/** Prints the result of a command, which exits with 1 if it did not succeed. */
export function printResult({ text, ok }: { text: string; ok: boolean }): void {
  if (ok) console.log(text);
  else console.error(text);
  process.exitCode = ok ? 0 : 1;
}
