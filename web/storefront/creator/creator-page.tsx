import { useEffect, useRef, useState } from "react";
import type { PageSite, PageTile } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { track } from "../../lib/track.ts";
import { Button } from "../../ui/button.tsx";
import { ArrowLeftIcon, ShareIcon } from "../../ui/icons.tsx";
import { ShareDialog } from "../../widgets/share-dialog.tsx";
import { CreatorHeader } from "./creator-header.tsx";
import { MoreTiles } from "./more-tiles.tsx";
import { PageFooter } from "./page-footer.tsx";
import type { CreatorModel } from "./page-model.ts";
import { TileDialog } from "./tile-dialog.tsx";
import { TileGrid } from "./tile-grid.tsx";
import { forgetTile, isPushedTile, pushTile, tileInUrl } from "./tile-history.ts";
import { TipButton } from "./tip-button.tsx";
import { useTiles } from "./use-tiles.ts";

/** A creator's public page. */
export function CreatorPage({ model, site }: { model: CreatorModel; site: PageSite }) {
  const { creator, from } = model;
  const { tiles, next, total, state, showMore } = useTiles(model);
  const [grid, focusTile] = useTileFocus();
  const page = from > 0 ? paths.creatorFrom(creator.handle, from) : paths.creator(creator.handle);
  const [sharing, setSharing] = useState(false);
  const [openTile, setOpenTile] = useState<PageTile | null>(
    () => tiles.find((tile) => tile.id === model.openTileId) ?? null,
  );
  const showTile = (tile: PageTile) => {
    setOpenTile(tile);
    pushTile(tile.id);
  };
  useEffect(() => {
    const follow = () => setOpenTile(tiles.find((tile) => tile.id === tileInUrl()) ?? null);
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, [tiles]);
  const share = () => {
    setSharing(true);
    track({ creatorId: creator.id, event: "profile_share" });
  };
  const closeTile = () => {
    setOpenTile(null);
    if (isPushedTile()) history.back();
    else forgetTile(from);
  };
  return (
    <div className="page">
      {model.isOwner && (
        <nav aria-label="Owner" className="-mt-4 mb-6 flex flex-wrap justify-between gap-2">
          <Button href={paths.dashboard()}>
            <ArrowLeftIcon size={18} />
            Return to dashboard
          </Button>
          <Button
            href={paths.feedback(paths.creator(creator.handle))}
            variant="quiet"
            className="print:hidden"
          >
            Feedback
          </Button>
        </nav>
      )}
      <main>
        <CreatorHeader
          creator={creator}
          actions={
            <>
              <Button className="needs-scripts" data-live aria-haspopup="dialog" onClick={share}>
                <ShareIcon size={18} />
                Share profile
              </Button>
              {creator.tips_enabled && creator.has_payment_account && <TipButton />}
            </>
          }
        />
        <section id="tiles" aria-label="Tiles" className="mt-8 scroll-mt-4">
          <TileGrid ref={grid} tiles={tiles} handle={creator.handle} onOpen={showTile} />
          {(from > 0 || next < total) && (
            <MoreTiles
              handle={creator.handle}
              from={from}
              count={tiles.length}
              next={next}
              total={total}
              state={state}
              onMore={() => void showMore().then(focusTile)}
            />
          )}
        </section>
      </main>
      <PageFooter creator={creator} />
      <TileDialog
        creator={creator}
        tile={openTile}
        closeHref={page}
        onClose={closeTile}
        onBuy={(tile) => track({ creatorId: creator.id, tileId: tile.id, event: "checkout_start" })}
      />
      <ShareDialog
        open={sharing}
        onClose={() => setSharing(false)}
        url={site.publicUrl + paths.creator(creator.handle)}
      />
    </div>
  );
}

/** Moves the focus to a tile once it is rendered. */
function useTileFocus() {
  const grid = useRef<HTMLUListElement>(null);
  const [index, setIndex] = useState<number | null>(null);
  useEffect(() => {
    const item = index === null ? null : grid.current?.children[index];
    if (!(item instanceof HTMLElement)) return;
    const link = item.querySelector("a");
    // A tile that is off has no link.
    if (!link) item.tabIndex = -1;
    (link ?? item).focus();
  }, [index]);
  return [grid, setIndex] as const;
}
