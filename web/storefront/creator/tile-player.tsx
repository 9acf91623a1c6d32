import { PlayIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { PageTile } from "../../../contract/pages/pages.ts";
import type { Player } from "../../../contract/rules/players.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";

type TilePlayerProps = {
  tile: PageTile;
  player: Player;
  /** Shown until the visitor plays it. */
  picture: ReactNode;
  children: ReactNode;
};

/** The detail of a playable tile. On request a sandboxed frame from a template replaces its image. */
export function TilePlayer({ tile, player, picture, children }: TilePlayerProps) {
  const { name, src, shape } = player;
  return (
    <div className="group contents" data-enhance="player" data-tile={tile.id}>
      <div data-part="picture" className="shrink-0">
        {picture}
      </div>
      <template data-part="player">
        <iframe
          src={src}
          title={`${tile.title} (${name})`}
          className={`block w-full border-0 bg-black ${SHAPES[String(shape)] ?? ""}`}
          style={typeof shape === "number" ? { height: shape } : undefined}
          sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          // Some of these sites only play on pages that send a referrer.
          referrerPolicy="strict-origin"
        />
      </template>
      {children}
    </div>
  );
}

const SHAPES: Readonly<Record<string, string>> = {
  video: "aspect-video",
  upright: "aspect-[9/16] max-h-[70dvh]",
};

/** Says which site will be requested, and later what to do if nothing appears, because a frame does not report a failure. */
export function PlayerLine({ name }: { name: string }) {
  return (
    <>
      <p className="needs-scripts text-sm text-muted group-data-playing:hidden">
        {t("“Play here” loads it from {name}.", { name })}
      </p>
      <p className="hidden text-sm text-muted group-data-playing:block">
        {t("Loaded from {name}. If nothing plays, “Visit link” opens it there.", { name })}
      </p>
    </>
  );
}

const hidden = (inside: ReactNode) => <span className="sr-only">{inside}</span>;

/** Plays a tile in its detail. */
export function PlayButton({ name }: { name: string }) {
  return (
    <Button className="needs-scripts grow-[2]" data-part="play">
      <PlayIcon size={16} />
      {rich("Play here<hidden> from {name}</hidden>", { name, hidden })}
    </Button>
  );
}

/** Opens and plays a tile's detail. Without scripts the tile is only a link. */
export function PlayTileButton({ tile }: { tile: PageTile }) {
  return (
    <button type="button" className="tile-play needs-scripts" data-tile={tile.id}>
      <PlayIcon size={13} />
      {rich("Play here<hidden> {title}</hidden>", { title: tile.title, hidden })}
    </button>
  );
}
