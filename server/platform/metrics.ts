/** The values of a metric: one, or one for each value of its label. */
export type Samples = number | Readonly<Record<string, number>>;

type About = {
  name: `tessera_${string}`;
  help: string;
  /** The name of the label. It has few values, known in advance, because each is a series of its own. */
  label?: string;
};

/** A number that every process reads equally from the database, or undefined if there is none. */
export type InstallationGauge = About & {
  read(): Promise<Samples | undefined>;
  /** How long a value is reused. By default each scrape reads it. */
  freshSeconds?: number;
};

/** A number that a module keeps for its process. With WORKERS, `/metrics` has the sum. */
export type ProcessMetric = About & { type: "counter" | "gauge"; read(): Samples };
