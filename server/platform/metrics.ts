/** The values of a metric: a number, or numbers by the value of the label. */
export type Samples = number | Readonly<Record<string, number>>;

type About = {
  name: `tessera_${string}`;
  help: string;
  /** The name of the label. Its values must be few and known in advance, because each value makes a series. */
  label?: string;
};

/** A metric of the whole installation, which every process reads from the database. Undefined means absent. */
export type InstallationGauge = About & {
  read(): Promise<Samples | undefined>;
  /** How long a value is reused. By default each scrape reads it. */
  freshSeconds?: number;
};

/** A number that a module keeps for its process. With WORKERS, `/metrics` has the sum. */
export type ProcessMetric = About & { type: "counter" | "gauge"; read(): Samples };
