import type { Product } from "./product.ts";
import type { Figure } from "./report.ts";

/** What a row of the table is given. */
export type Bench = {
  /** The running product; started when the first row asks. */
  product: Product;
  /** How often the two sides take their turn. */
  rounds: number;
  /** Seconds of load in one turn. */
  seconds: number;
  /** A short run: less data, fewer rounds. */
  quick: boolean;
  say(line: string): void;
};

export type Row = { name: string; run(bench: Bench): Promise<Figure[]> };
