export type BundledLog = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

export type BundledOptions = {
  dataDir: string;
  /** The folder of the PostgreSQL programs to use, or `bundled`; by default the newest suitable ones. */
  postgresBin?: string | undefined;
  log: BundledLog;
};

/** Everything that is decided before the server starts: its programs, folders and user. */
export type BundledContext = {
  dataDir: string;
  cluster: string;
  socketDir: string;
  postgres: string;
  runAs: RunAs;
  log: BundledLog;
};

/** The user that PostgreSQL runs as; `wrap` is a command line that precedes its own. */
export type RunAs = { owner: Owner | undefined; wrap: string[]; spawnAs: Partial<Owner> };

export type Owner = { uid: number; gid: number };
