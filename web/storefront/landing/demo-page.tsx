import type { ReactNode } from "react";
import type { PublicCreator } from "../../../contract/creators.ts";
import type { Tile, TileType } from "../../../contract/tiles.ts";
import { Button } from "../../ui/button.tsx";
import { ShareIcon } from "../../ui/icons.tsx";
import { CreatorHeader } from "../creator/creator-header.tsx";
import { TileGrid } from "../creator/tile-grid.tsx";
import { cup, dunes, mosaic, vase } from "./demo-art.tsx";

const creator: PublicCreator = {
  id: 1,
  handle: "demo",
  display_name: "Mosaic Studio",
  bio: "Ceramics, colour and slow mornings. Small-batch cups and a letter every other Sunday.",
  avatar_url: null,
  plan: "creator",
  stripe_subscription_active: true,
  tips_enabled: true,
  has_payment_account: true,
  socials: [
    { platform: "instagram", url: "https://example.org/instagram" },
    { platform: "youtube", url: "https://example.org/youtube" },
    { platform: "website", url: "https://example.org" },
  ],
};

type Sample = { title: string; type: TileType; cents?: number; art?: ReactNode };
const SAMPLES: Sample[] = [
  { title: "Morning cup, speckled", type: "product", cents: 3800, art: cup("#F1DFC9", "#B65A3A", "#FFF8EF") },
  { title: "Glaze notebook", type: "product", cents: 1250, art: mosaic("#DCE6E1", "#2E8B74", "#F7F1E8") },
  { title: "Throwing a bowl", type: "content", art: dunes("#22243A", "#8FA2FF", "#E3A42F") },
  { title: "Sunday letter", type: "link", art: vase("#E9E3F0", "#7B3F78", "#E3A42F") },
  { title: "A bag of clay", type: "tip", cents: 500, art: vase("#F6E3B8", "#D4603A", "#FFF8E9") },
  { title: "Workshop in Porto", type: "link" },
  { title: "Kiln sale", type: "link_ad", art: dunes("#D9DEFA", "#2B48D9", "#F7F1E8") },
  { title: "Test tiles", type: "product", cents: 2400, art: mosaic("#FBE9E1", "#D4603A", "#2E8B74") },
  { title: "Studio diary", type: "content", art: cup("#DDE7E4", "#2E8B74", "#F7F1E8") },
];
const tiles: Tile[] = SAMPLES.map(({ title, type, cents }, position) => ({
  id: position + 3,
  type,
  title,
  description: null,
  image_url: null,
  url: null,
  product_id: null,
  active: true,
  position,
  product: cents === undefined ? null : { price_cents: cents, currency: "eur", media_url: null, name: title },
}));

const nothing = () => undefined;

/** What a page looks like, made of the page's own parts: to be looked at, not used. */
export function DemoPage() {
  return (
    <div className="phone" inert aria-hidden="true">
      <div className="page">
        <CreatorHeader
          creator={creator}
          nameAs="p"
          actions={
            <>
              <Button size="sm">
                <ShareIcon size={16} />
                Share profile
              </Button>
              <Button variant="primary" size="sm">
                Leave a tip
              </Button>
            </>
          }
        />
        <div className="mt-6">
          <TileGrid
            tiles={tiles}
            handle={creator.handle}
            artOf={(tile) => SAMPLES[tile.position]?.art}
            onOpen={nothing}
          />
        </div>
      </div>
    </div>
  );
}
