import { beforeAll, beforeEach } from "vitest";

/** Creates an object before the tests of a file or a `describe`. The returned object is empty until then. */
export function prepare<T extends object>(make: () => Promise<T>): T {
  const made = {} as T;
  beforeAll(async () => void Object.assign(made, await make()));
  return made;
}

/** Creates an object anew before each test. */
export function prepareEach<T extends object>(make: () => Promise<T>): T {
  const made = {} as T;
  beforeEach(async () => void Object.assign(made, await make()));
  return made;
}
