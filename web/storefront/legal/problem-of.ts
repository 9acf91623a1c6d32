type Rejected<Name extends string> = { problem: string | null; field: Name | null };

/** Returns what is wrong with a field of a rejected form. */
export const problemOf = <Name extends string>({ problem, field }: Rejected<Name>, name: Name) =>
  field === name && problem !== null ? problem : undefined;
