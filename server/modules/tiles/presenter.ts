import { fileFacts } from "../../../contract/api/files.ts";
import type { Goal, GoalInput } from "../../../contract/api/goals.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import { toPublicUrl } from "../../platform/own-url.ts";
import { toSentImages } from "./gallery.ts";
import type { TileRow } from "./repository.ts";

/** Formats a tile in the same way for its creator and for visitors. */
export function presentTile(row: TileRow, publicUrl: string): Tile {
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    title_shown: row.titleShown,
    description: row.description,
    image_url: toPublicUrl(row.imageUrl, publicUrl),
    image_alt: row.imageAlt,
    image_focus: { x: row.imageFocusX, y: row.imageFocusY },
    images: toSentImages(row.images, publicUrl),
    url: row.url,
    product_id: row.productId,
    button_label: row.buttonLabel,
    consent_text: row.consentText,
    goal: row.goal && presentGoal(row.goal),
    contact: row.contact,
    event: row.event && {
      starts_at: row.event.startsAt,
      ends_at: row.event.endsAt,
      time_zone: row.event.timeZone,
      place: row.event.place,
      sold_out: row.event.soldOut,
    },
    active: row.active,
    hidden: row.hidden,
    starts_at: row.startsAt?.toISOString() ?? null,
    ends_at: row.endsAt?.toISOString() ?? null,
    state: row.state,
    size: row.size,
    position: row.position,
    product: row.product && {
      price_cents: row.product.priceCents,
      currency: row.product.currency,
      media_url: toPublicUrl(row.product.mediaUrl, publicUrl),
      media_alt: row.product.mediaAlt,
      media_focus: { x: row.product.mediaFocusX, y: row.product.mediaFocusY },
      name: row.product.name,
      type: row.product.type,
      slug: row.product.type === "tip" ? null : row.product.slug,
      file: fileFacts(row.files),
      min_price_cents: row.product.minPriceCents,
      sold_out: row.product.stock === 0 || row.product.missingPart !== null,
    },
  };
}

const presentGoal = ({ productIds, ...goal }: GoalInput): Goal => ({ ...goal, product_ids: productIds });
