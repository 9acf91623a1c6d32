/** npm passes a signal on to a process that has it from the terminal, or from whoever ends all of a service, already. */
const ECHO_MS = 300;

/** Says when this process is asked to end, and when it is asked again: one signal that arrives twice is one. */
export function onEndSignal(
  names: readonly NodeJS.Signals[],
  act: { first(): void; again(): void },
  source: { on(name: NodeJS.Signals, listener: () => void): unknown } = process,
): void {
  let asked: number | undefined;
  const onSignal = () => {
    if (asked === undefined) {
      asked = performance.now();
      act.first();
    } else if (performance.now() - asked > ECHO_MS) act.again();
  };
  for (const name of names) source.on(name, onSignal);
}
