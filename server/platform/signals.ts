/** npm forwards a signal to a process that has already received it from the terminal or the service manager. */
const DUPLICATE_SIGNAL_MS = 300;

/** Calls `first` on the first signal and `again` on the next one. A forwarded copy of a signal is ignored. */
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
