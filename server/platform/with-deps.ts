/** Binds the first parameter of functions, so that a module's `api` names them without repeating their signatures. */
export function withDeps<Deps, Functions extends Record<string, (deps: Deps, ...rest: never[]) => unknown>>(
  deps: Deps,
  functions: Functions,
): { [Name in keyof Functions]: Bound<Functions[Name]> } {
  const bound = Object.entries(functions).map(([name, call]) => [name, call.bind(null, deps)]);
  return Object.fromEntries(bound);
}

type Bound<Call> = Call extends (deps: never, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;
