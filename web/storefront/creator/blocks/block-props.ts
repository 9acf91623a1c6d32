import type { PageTile } from "../../../../contract/pages/pages.ts";

/** A block and its index on the page, which decides when its picture loads. */
export type BlockProps = { tile: PageTile; index: number };
