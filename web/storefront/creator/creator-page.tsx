import { useState } from "react";
import type { PageModel, PageSite } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import type { Tile } from "../../../contract/tiles.ts";
import { track } from "../../lib/track.ts";
import { Button } from "../../ui/button.tsx";
import { ArrowLeftIcon, ShareIcon } from "../../ui/icons.tsx";
import { Logo } from "../../ui/logo.tsx";
import { ShareDialog } from "../../widgets/share-dialog.tsx";
import { CreatorHeader } from "./creator-header.tsx";
import { TileDialog } from "./tile-dialog.tsx";
import { TileGrid } from "./tile-grid.tsx";
import { TipButton } from "./tip-button.tsx";

type CreatorModel = Extract<PageModel, { page: "creator" }>;

/** A creator's public page. */
export function CreatorPage({ model, site }: { model: CreatorModel; site: PageSite }) {
  const { creator, tiles } = model;
  const [sharing, setSharing] = useState(false);
  const [openTile, setOpenTile] = useState<Tile | null>(
    () => tiles.find((tile) => tile.id === model.openTileId) ?? null,
  );
  const share = () => {
    setSharing(true);
    track({ creatorId: creator.id, event: "profile_share" });
  };
  const closeTile = () => {
    setOpenTile(null);
    forgetTile();
  };
  return (
    <div className="page">
      {model.isOwner && (
        <nav aria-label="Owner" className="-mt-4 mb-6 flex">
          <Button href={paths.dashboard()}>
            <ArrowLeftIcon size={18} />
            Return to dashboard
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
        <section aria-label="Tiles" className="mt-8">
          <TileGrid tiles={tiles} handle={creator.handle} onOpen={setOpenTile} />
        </section>
      </main>
      {creator.plan === "free" && <MadeWith />}
      <TileDialog
        creator={creator}
        tile={openTile}
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

/** The address names the open tile when the page was asked for with one; once closed, a reload must not open it again. */
function forgetTile() {
  const url = new URL(location.href);
  if (!url.searchParams.has("tile")) return;
  url.searchParams.delete("tile");
  history.replaceState(history.state, "", url);
}

function MadeWith() {
  return (
    <footer className="mt-12 flex justify-center">
      <a
        href={paths.landing()}
        className="inline-flex min-h-11 items-center gap-2.5 rounded-control px-3 text-sm text-muted hover:text-ink"
      >
        <Logo show="mark" size={20} />
        Made with Tessera
      </a>
    </footer>
  );
}
