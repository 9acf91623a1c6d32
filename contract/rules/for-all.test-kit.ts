import fc from "fast-check";

/** Checks a property with a hundred random values. Fails if the check throws or returns false. */
export function forAll<Values extends [unknown, ...unknown[]]>(
  ...property: [
    ...values: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
    check: (...values: Values) => void,
  ]
): void {
  fc.assert(fc.property<Values>(...property));
}
