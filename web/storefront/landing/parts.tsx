import type { ReactNode } from "react";
import { CENTER } from "../../../contract/api/images.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import { newsConsent } from "../../../contract/rules/consent.ts";
import { t } from "../../../contract/texts.ts";
import { currentLanguage } from "../../../contract/translation.ts";
import { Button } from "../../ui/button.tsx";
import { studio } from "../../ui/mosaic-studio/sample-images.ts";
import { TileImage } from "../../ui/tile-image.tsx";
import { TILE_TYPE_LABELS } from "../../ui/tile-type-labels.tsx";
import { AnnouncementLine } from "../creator/announcement-line.tsx";
import { blurbOf, productAction } from "../creator/blurb.tsx";
import { ItemDetail, Price } from "../creator/item-detail.tsx";
import { PlayButton, PlayerLine } from "../creator/tile-player.tsx";
import { SignupFields } from "../signup/signup-fields.tsx";
import { SampleTiles, sampleCreator, sampleTiles } from "./sample-page.tsx";

type Part = { title: string; body: string; sample: ReactNode; isLarge?: true };

const parts = (): Part[] => [
  {
    title: t("A shop that pays you"),
    body: t(
      "Sell files, goods and tips. Buyers pay by card or bank, and the money goes to your own payment account.",
    ),
    sample: <SampleTiles tiles={tilesOf("Morning cup, speckled", "Glaze notebook", "Test tiles")} />,
    isLarge: true,
  },
  {
    title: t("A page for every product"),
    body: t("Each product has a link of its own, with its pictures, its details and a button to buy it."),
    sample: <ProductSample />,
    isLarge: true,
  },
  {
    title: t("An audience of your own"),
    body: t("Visitors sign up on your page and confirm by email. You write to them from your dashboard."),
    sample: <SignupSample />,
  },
  {
    title: t("Players that wait"),
    body: t(
      "Videos and music play on your page. Nothing is loaded from other sites until a visitor presses play.",
    ),
    sample: <PlayerSample />,
  },
  {
    title: t("Tiles that come and go"),
    body: t("Set when a tile appears and when it ends. Your page follows by itself, announcements too."),
    sample: <DatesSample />,
  },
];

/** Shows the elements of a page with its real components and the demo creator's content. */
export function Parts() {
  return (
    <section aria-labelledby="parts" className="mx-auto w-full max-w-280 px-5 pb-12">
      <h2 id="parts" className="max-w-[14.6em] text-4xl text-balance md:text-5xl">
        {t("More than a list of links")}
      </h2>
      <ul className="mt-10 grid gap-4 md:grid-cols-6 md:gap-5">
        {parts().map(({ title, body, sample, isLarge }) => (
          <li
            key={title}
            className={`row-span-2 grid break-inside-avoid grid-rows-subgrid gap-0 overflow-hidden rounded-tile border border-line bg-surface ${isLarge ? "md:col-span-6 lg:col-span-3" : "md:col-span-2"}`}
          >
            <div inert aria-hidden="true" className="sample border-b border-line">
              {sample}
            </div>
            <div className="p-6">
              <h3 className="text-2xl text-balance">{title}</h3>
              <p className="mt-3 text-pretty text-muted">{body}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function tilesOf(...titles: string[]): Tile[] {
  return sampleTiles.filter(({ title }) => titles.includes(title));
}

function ProductSample() {
  const product = { price_cents: 3800, min_price_cents: null, currency: "eur", sold_out: false };
  const sold = { type: "physical", price_cents: product.price_cents } as const;
  return (
    <div className="grid gap-5 sm:grid-cols-[2fr_3fr]">
      <LargeImage title={t("Morning cup, speckled")} url={studio.largeCup} />
      <div className="grid content-center">
        <ItemDetail
          kind={TILE_TYPE_LABELS.product}
          title={<SampleTitle>{t("Morning cup, speckled")}</SampleTitle>}
          price={<Price product={product} sells="real" note={null} />}
          description={<p>{t("Thrown by hand in Porto, dipped twice, fired slowly.")}</p>}
          blurb={blurbOf({ type: "product", url: null, product: sold }, sampleCreator.display_name)}
          seller={null}
          actions={
            <Button variant="primary" className="grow">
              {productAction(sold)}
            </Button>
          }
        />
      </div>
    </div>
  );
}

function SignupSample() {
  return (
    <>
      <SampleTitle>{t("Sunday letter")}</SampleTitle>
      <div className="mt-3 grid gap-3">
        <SignupFields
          tileId={4}
          button={null}
          consent={newsConsent(currentLanguage()).text}
          problemId="sample-problem"
        />
      </div>
    </>
  );
}

function PlayerSample() {
  return (
    <div className="grid gap-4">
      <LargeImage title={t("Throwing a bowl")} url={studio.largeFilm} isWide />
      <div>
        <ItemDetail
          kind={TILE_TYPE_LABELS.content}
          title={<SampleTitle>{t("Throwing a bowl")}</SampleTitle>}
          price={null}
          description={null}
          facts={<PlayerLine name="YouTube" />}
          blurb={null}
          seller={null}
          actions={<PlayButton name="YouTube" />}
        />
      </div>
    </div>
  );
}

function DatesSample() {
  return (
    <div>
      <AnnouncementLine announcement={{ text: t("Open kiln on Saturday"), url: null, ends_at: null }} />
      <SampleTiles tiles={tilesOf("Sunday letter", "A bag of clay", "Kiln sale")} />
    </div>
  );
}

function SampleTitle({ children }: { children: string }) {
  return <p className="font-display text-2xl leading-tight font-semibold tracking-tight">{children}</p>;
}

function LargeImage({ title, url, isWide = false }: { title: string; url: string; isWide?: boolean }) {
  return (
    <TileImage
      id={1}
      title={title}
      image={{ url, alt: "", focus: CENTER }}
      index={9}
      className={isWide ? "aspect-video!" : "max-sm:aspect-video!"}
    />
  );
}
