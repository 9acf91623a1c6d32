/** The values of a metric: one, or one for each value of its label. */
export type Samples = number | Readonly<Record<string, number>>;

type About = {
  name: `tessera_${string}`;
  help: string;
  /** Its values are known in advance and few: each is a series of its own. */
  label?: string;
};

/** A figure that every process reads from the database, and that is the same in each; undefined when there is none. */
export type InstallationGauge = About & {
  read(): Promise<Samples | undefined>;
  /** For how long it is not read again; by default each scrape reads it. */
  freshSeconds?: number;
};

/** A figure that a module keeps for its process. With WORKERS, `/metrics` has the sum. */
export type ProcessMetric = About & { type: "counter" | "gauge"; read(): Samples };
