export type BundledLog = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

export type BundledOptions = {
  dataDir: string;
  /** The folder of other programs than the best ones, or `bundled`. */
  postgresBin?: string | undefined;
  log: BundledLog;
};

/** Everything that is settled before the server runs: which binaries, where, and as whom. */
export type Place = {
  dataDir: string;
  cluster: string;
  socketDir: string;
  postgres: string;
  runAs: RunAs;
  log: BundledLog;
};

/** The user that PostgreSQL runs as; `wrap` is a command line put before its own. */
export type RunAs = { owner: Owner | undefined; wrap: string[]; spawnAs: Partial<Owner> };

export type Owner = { uid: number; gid: number };
