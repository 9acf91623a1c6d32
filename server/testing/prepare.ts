import { beforeAll, beforeEach } from "vitest";

/** Makes what the tests of a file or a `describe` need, before them; the object is filled in then. */
export function prepare<T extends object>(make: () => Promise<T>): T {
  const made = {} as T;
  beforeAll(async () => void Object.assign(made, await make()));
  return made;
}

/** Makes what each test needs anew, before it. */
export function prepareEach<T extends object>(make: () => Promise<T>): T {
  const made = {} as T;
  beforeEach(async () => void Object.assign(made, await make()));
  return made;
}
