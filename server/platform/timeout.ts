const TIMED_OUT = Symbol("timed out");

/** Returns the result of `work`, or the result of `onTimeout` if it takes longer than `ms`. The work is not cancelled. Its late result or failure is ignored. */
export async function withTimeout<T, Late>(
  work: Promise<T>,
  ms: number,
  onTimeout: () => Late,
): Promise<T | Awaited<Late>> {
  const { promise, resolve } = Promise.withResolvers<typeof TIMED_OUT>();
  const timer = setTimeout(resolve, ms, TIMED_OUT).unref();
  try {
    const first = await Promise.race([work, promise]);
    return first === TIMED_OUT ? await onTimeout() : first;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the result of `work`. Rejects as soon as the signal aborts: the work is not cancelled, and its late result or failure is ignored. */
export async function untilAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (!signal) return work();
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort);
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
