import type { Product } from "./product.ts";
import type { Figure } from "./report.ts";

/** The parameters of a row of the table. */
export type Bench = {
  /** The running product, started on first use. */
  product: Product;
  /** The number of rounds for the product and its baseline. */
  rounds: number;
  /** Seconds of load per measurement. */
  seconds: number;
  /** A short run: less data, fewer rounds. */
  quick: boolean;
  /** A long run: also a table of 100 million events (30 GB of disk), ten million waiting counts, and ten minutes of visits. */
  large: boolean;
  say(line: string): void;
};

export type Row = { name: string; run(bench: Bench): Promise<Figure[]> };
