import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, smallint, text } from "drizzle-orm/pg-core";
import type { Contact } from "../../../contract/api/contacts.ts";
import type { GoalInput } from "../../../contract/api/goals.ts";
import type { PageImage } from "../../../contract/api/images.ts";
import type { TileSize } from "../../../contract/rules/tile-sizes.ts";
import { TILE_TYPES_IN_SQL, type TileType } from "../../../contract/rules/tile-types.ts";
import { bigintColumn, createdAt, identity, partOf, timestamptz } from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";
import { products } from "../products/tables.ts";

/** An event as stored, with instants in ISO 8601. */
export type StoredEvent = {
  startsAt: string;
  endsAt: string | null;
  timeZone: string;
  place: string | null;
  soldOut: boolean;
};

export const tiles = pgTable(
  "tiles",
  {
    id: identity(),
    creatorId: partOf("creator_id", () => creators.id),
    type: text().$type<TileType>().notNull(),
    /** For a block without a title the start of its text. */
    title: text().notNull(),
    titleShown: boolean("title_shown").notNull().default(true),
    description: text(),
    imageUrl: text("image_url"),
    /** The description of the image, or null for a decorative one. */
    imageAlt: text("image_alt"),
    /** The point that stays visible when the image is cropped, in percent of its width and height. */
    imageFocusX: smallint("image_focus_x").notNull().default(50),
    imageFocusY: smallint("image_focus_y").notNull().default(50),
    /** The pictures of a gallery. */
    images: jsonb().$type<PageImage[]>().notNull().default([]),
    url: text(),
    /** The product that the tile sells. The tile is deleted with it. */
    productId: bigintColumn("product_id").references(() => products.id, { onDelete: "cascade" }),
    /** For signup tiles only. Null for the default. */
    buttonLabel: text("button_label"),
    consentText: text("consent_text"),
    /** For goals only. The products have no foreign key, because sales of a deleted product still count. */
    goal: jsonb().$type<GoalInput>(),
    /** For contact blocks only. */
    contact: jsonb().$type<Contact>(),
    /** For event tiles only. `ends_at` is then the time at which the event is over. */
    event: jsonb().$type<StoredEvent>(),
    active: boolean().notNull().default(true),
    hidden: boolean().notNull().default(false),
    /** Whether an administrator has hidden the tile, whatever its creator sets. */
    blocked: boolean().notNull().default(false),
    startsAt: timestamptz("starts_at"),
    endsAt: timestamptz("ends_at"),
    /** Stored on any plan, but shown as `normal` on the Free plan. */
    size: text().$type<TileSize>().notNull().default("normal"),
    position: integer().notNull(),
    createdAt: createdAt(),
    /**
     * Set on a deleted tile, which can be restored for some time. It is also hidden, because nodes of the
     * previous release ignore this column.
     */
    deletedAt: timestamptz("deleted_at"),
    hiddenBeforeDeletion: boolean("hidden_before_deletion"),
  },
  (table) => [
    index("tiles_creator_id").on(table.creatorId, table.position),
    index("tiles_product_id").on(table.productId),
    index("tiles_deleted").on(table.creatorId, table.deletedAt).where(sql`${table.deletedAt} is not null`),
    check("tiles_ends_after_start", sql`${table.endsAt} > ${table.startsAt}`),
    check("tiles_size_known", sql`${table.size} in ('normal', 'wide', 'full')`),
    check(
      "tiles_image_focus_in_percent",
      sql`${table.imageFocusX} between 0 and 100 and ${table.imageFocusY} between 0 and 100`,
    ),
    check("tiles_type_known", sql`${table.type} in (${sql.raw(TILE_TYPES_IN_SQL)})`),
  ],
);
