import { ShareIcon } from "lucide-react";
import type { PublicCreator } from "../../../contract/api/creators.ts";
import { CENTER } from "../../../contract/api/images.ts";
import type { Tile, TileType } from "../../../contract/api/tiles.ts";
import { t, text } from "../../../contract/texts.ts";
import { useSite } from "../../lib/site-context.ts";
import { Button } from "../../ui/button.tsx";
import { studio } from "../../ui/mosaic-studio/sample-images.ts";
import { CreatorHeader } from "../creator/creator-header.tsx";
import { TileFace } from "../creator/tile-card.tsx";

const BIO = text("Ceramics, colour and slow mornings. Small-batch cups and a letter every other Sunday.");

/** The demo creator, for samples without a database. */
export const sampleCreator: PublicCreator = {
  id: 1,
  handle: "demo",
  display_name: "Mosaic Studio",
  bio: BIO,
  avatar_url: studio.avatar,
  plan: "creator",
  stripe_subscription_active: true,
  tips_enabled: true,
  has_payment_account: true,
  language: "en",
  sells: "mock",
  seller: null,
  announcement: null,
  socials: [
    { platform: "instagram", url: "https://example.org/instagram" },
    { platform: "youtube", url: "https://example.org/youtube" },
    { platform: "website", url: "https://example.org" },
  ],
};

/** Shown if the demo creator does not exist. */
const HANDLE_WITHOUT_DEMO = "mosaicstudio";

type Sample = { title: string; type: TileType; picture?: string; cents?: number };
const SAMPLES: Sample[] = [
  { title: text("Morning cup, speckled"), type: "product", cents: 3800, picture: studio.cup },
  { title: text("Glaze notebook"), type: "product", cents: 1250, picture: studio.notebook },
  { title: text("Throwing a bowl"), type: "content", picture: studio.film },
  { title: text("Sunday letter"), type: "signup", picture: studio.letter },
  { title: text("A bag of clay"), type: "tip", cents: 500, picture: studio.clay },
  { title: text("Kiln sale"), type: "link_ad", picture: studio.kiln },
  { title: text("Workshop in Porto"), type: "link" },
  { title: text("Test tiles"), type: "product", cents: 2400, picture: studio.testTiles },
  { title: text("Studio diary"), type: "content" },
];
export const sampleTiles: Tile[] = SAMPLES.map(({ title, type, cents, picture }, position) => ({
  id: position + 1,
  type,
  title,
  title_shown: true,
  description: null,
  image_url: picture ?? null,
  image_alt: null,
  image_focus: CENTER,
  images: [],
  url: null,
  product_id: null,
  button_label: null,
  consent_text: null,
  goal: null,
  contact: null,
  event: null,
  active: true,
  hidden: false,
  starts_at: null,
  ends_at: null,
  state: "live",
  size: "normal",
  position,
  product:
    cents === undefined
      ? null
      : {
          price_cents: cents,
          min_price_cents: null,
          currency: "eur",
          media_url: null,
          media_alt: null,
          media_focus: CENTER,
          name: title,
          type: "digital",
          slug: null,
          file: null,
          sold_out: false,
        },
}));

/** The images load lazily, because they are below the heading on a phone. */
const LATE = 9;

const inOwnLanguage = (tile: Tile): Tile => ({ ...tile, title: t(tile.title) });

/** Tiles of a page without links. */
export function SampleTiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <ul className="tiles">
      {tiles.map((tile) => (
        <li key={tile.id}>
          <div className={tile.product ? "tile is-sold" : "tile"}>
            <TileFace tile={inOwnLanguage(tile)} index={LATE} sells={sampleCreator.sells} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** A sample page made from the real components without links. `isWhole`: the sample is the whole document instead of a part of another page. */
export function SamplePage({ isWhole = false }: { isWhole?: boolean }) {
  const handle = useSite().hasDemo ? sampleCreator.handle : HANDLE_WITHOUT_DEMO;
  return (
    <>
      <CreatorHeader
        creator={{ ...sampleCreator, handle, bio: t(BIO) }}
        nameAs={isWhole ? "h1" : "p"}
        actions={
          <>
            <Button size="sm">
              <ShareIcon size={16} />
              {t("Share profile")}
            </Button>
            <Button variant="primary" size="sm">
              {t("Leave a tip")}
            </Button>
          </>
        }
      />
      <section id={isWhole ? "tiles" : undefined} className={isWhole ? "mt-8" : "mt-6"}>
        <SampleTiles tiles={sampleTiles} />
      </section>
    </>
  );
}
