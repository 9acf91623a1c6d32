/** npm passes a signal on to a process that has it from the terminal, or from whoever ends all of a service, already. */
const DUPLICATE_SIGNAL_MS = 300;

/** Says when this process is asked to end, and when it is asked again: one signal that arrives twice is one. */
export function onShutdownSignal(
  names: readonly NodeJS.Signals[],
  act: { first(): void; again(): void },
  source: { on(name: NodeJS.Signals, listener: () => void): unknown } = process,
): void {
  let isRequested: number | undefined;
  const onSignal = () => {
    if (isRequested === undefined) {
      isRequested = performance.now();
      act.first();
    } else if (performance.now() - isRequested > DUPLICATE_SIGNAL_MS) act.again();
  };
  for (const name of names) source.on(name, onSignal);
}
