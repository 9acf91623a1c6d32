export type Version = { major: number; minor: number };

/** The latest patch releases; to be updated with each release of PostgreSQL (February, May, August, November). */
export const latestReleases = {
  date: "2026-08-13",
  minors: { 15: 20, 16: 16, 17: 12, 18: 6 } as Record<number, number>,
};

/** Parses the output of `postgres --version`. */
export function parseVersion(text: string): Version | undefined {
  const [, major, minor] = /PostgreSQL\) (\d+)\.(\d+)/.exec(text) ?? [];
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor) };
}

export const describeVersion = ({ major, minor }: Version) => `${major}.${minor}`;

/** Returns the latest patch release of this major version if it is newer. */
export function findNewerPatch({ major, minor }: Version): string | undefined {
  const latest = latestReleases.minors[major];
  return latest !== undefined && latest > minor ? describeVersion({ major, minor: latest }) : undefined;
}
