import type { PublicCreator } from "../../../../contract/api/creators.ts";
import type { PageTile } from "../../../../contract/pages/pages.ts";

/** A block, its creator, and its index on the page, which decides when its picture loads. */
export type BlockProps = { creator: PublicCreator; tile: PageTile; index: number };
