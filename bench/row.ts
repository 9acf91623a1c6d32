import type { Product } from "./product.ts";
import type { Figure } from "./report.ts";

/** The parameters of a row of the table. */
export type Bench = {
  /** The running product, started on first use. */
  product: Product;
  /** How often the product and its baseline are measured. */
  rounds: number;
  /** Seconds of load per measurement. */
  seconds: number;
  /** A short run: less data, fewer rounds. */
  quick: boolean;
  /** A long run: also a table of 100 million events, which needs 30 GB of disk, ten million waiting counts, and ten minutes of visits. */
  large: boolean;
  say(line: string): void;
};

export type Row = { name: string; run(bench: Bench): Promise<Figure[]> };
