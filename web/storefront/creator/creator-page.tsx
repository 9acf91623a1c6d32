import { ArrowLeftIcon } from "lucide-react";
import { visitorUrl } from "../../../contract/pages/own-paths.ts";
import type { ModelOf, PageSite } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { isBlock } from "../../../contract/rules/tile-types.ts";
import { t } from "../../../contract/texts.ts";
import { imageSizesOf } from "../../themes/image-sizes.ts";
import { Button } from "../../ui/button.tsx";
import { AnnouncementLine } from "./announcement-line.tsx";
import { Cover } from "./cover.tsx";
import { CreatorHeader } from "./creator-header.tsx";
import { LatestEmails } from "./latest-emails.tsx";
import { MoreTiles } from "./more-tiles.tsx";
import { PageFooter } from "./page-footer.tsx";
import { PreviewNotice } from "./preview-notice.tsx";
import { ShareButton } from "./share-button.tsx";
import { TileDialog } from "./tile-dialog.tsx";
import { showsForm } from "./tile-form.tsx";
import { TileGrid } from "./tile-grid.tsx";
import { TipButton } from "./tip-button.tsx";

export type CreatorModel = ModelOf<"creator">;

/** A creator's public page. */
export function CreatorPage({ model, site }: { model: CreatorModel; site: PageSite }) {
  const { creator, tiles, from, total } = model;
  const closeHref = from > 0 ? paths.creatorFrom(creator.handle, from) : paths.creator(creator.handle);
  const openTile =
    tiles.find((tile) => tile.id === model.openTileId && !isBlock(tile) && !showsForm(tile, creator.sells)) ??
    null;
  return (
    <div
      className="page"
      inert={site.scheme !== undefined}
      data-enhance="visit broken-images"
      data-creator={creator.id}
    >
      {model.isOwner && (
        <nav aria-label={t("Owner")} className="-mt-4 mb-6 flex flex-wrap justify-between gap-2">
          <Button href={paths.dashboard()}>
            <ArrowLeftIcon size={18} />
            {t("Return to dashboard")}
          </Button>
          <Button
            href={paths.feedback(paths.creator(creator.handle))}
            variant="quiet"
            className="max-sm:px-2! print:hidden"
          >
            {t("Feedback")}
          </Button>
        </nav>
      )}
      {model.asOf && <PreviewNotice handle={creator.handle} asOf={model.asOf} />}
      <main>
        <AnnouncementLine announcement={creator.announcement} />
        <Cover url={model.appearance?.cover_url ?? null} />
        <CreatorHeader
          creator={creator}
          actions={
            <>
              <ShareButton label={t("Share profile")} url={visitorUrl(site, paths.creator(creator.handle))} />
              {creator.tips_enabled && creator.has_payment_account && (
                <TipButton
                  handle={creator.handle}
                  tileId={model.tipTileId}
                  isOnPage={tiles.some(
                    (tile) => tile.id === model.tipTileId && showsForm(tile, creator.sells),
                  )}
                />
              )}
            </>
          }
        />
        <section id="tiles" aria-label={t("Tiles")} className="mt-8 scroll-mt-4">
          <TileGrid
            creator={creator}
            tiles={tiles}
            imageSizes={imageSizesOf(model.appearance)}
            closeHref={closeHref}
          />
          {total > tiles.length && (
            <MoreTiles handle={creator.handle} from={from} count={tiles.length} total={total} />
          )}
        </section>
        {model.latestEmails && <LatestEmails handle={creator.handle} emails={model.latestEmails} />}
      </main>
      <PageFooter
        creator={creator}
        path={paths.creator(creator.handle)}
        sells={tiles.some(({ product }) => product !== null)}
        site={site}
      />
      <TileDialog creator={creator} tile={openTile} from={from} closeHref={closeHref} />
    </div>
  );
}
