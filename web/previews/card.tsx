import type { CSSProperties, ReactNode } from "react";
import type { PreviewModel, PreviewTile } from "../../contract/pages/previews.ts";
import { MARK_TILES } from "../../contract/rules/brand.ts";
import { plainText } from "../../contract/rules/formatting.ts";
import { firstLetter, initials } from "../lib/format.ts";
import { excerpt } from "../lib/text.ts";
import { type CardLook, cardLook } from "./card-look.ts";
import { HEADING, TEXT } from "./fonts.ts";
import { renderableText } from "./renderable-text.ts";

const PLACES = 9;
const CELL = 164;
const GAP = 14;
const SIDE = 3 * CELL + 2 * GAP;

const row: CSSProperties = { display: "flex", alignItems: "center" };
const column: CSSProperties = { display: "flex", flexDirection: "column" };

/** A small image of a creator's page: the creator on one side, the first tiles on the other. */
export function PreviewCard({ model }: { model: PreviewModel }) {
  const look = cardLook(model.appearance);
  const handle = `@${model.handle}`;
  const name = renderableText(excerpt(model.displayName, 48)) || handle;
  // A product's description is formatted.
  const bio = renderableText(excerpt(model.picture ? plainText(model.bio ?? "") : (model.bio ?? ""), 150));
  return (
    <div
      style={{
        ...row,
        boxSizing: "border-box",
        width: "100%",
        height: "100%",
        padding: "52px 60px",
        background: look.ground,
      }}
    >
      <div style={{ ...column, flex: 1, minWidth: 0, height: 520, paddingRight: 48 }}>
        <Face model={model} look={look} />
        <div
          style={{
            display: "block",
            lineClamp: 2,
            marginTop: 34,
            fontFamily: `${HEADING}, ${HEADING} more`,
            fontSize: name.length > 22 ? 46 : 60,
            lineHeight: 1.08,
            letterSpacing: "-0.02em",
            color: look.ink,
            wordBreak: "break-word",
          }}
        >
          {name}
        </div>
        {name !== handle && (
          <Words size={28} style={{ display: "block", lineClamp: 1, marginTop: 12, color: look.primary }}>
            {handle}
          </Words>
        )}
        {bio && (
          <Words size={26} style={{ display: "block", lineClamp: 3, marginTop: 18, color: look.muted }}>
            {bio}
          </Words>
        )}
        {model.site && (
          <div style={{ ...row, marginTop: "auto" }}>
            {model.site.logo ? (
              <img src={model.site.logo} width={31} height={31} alt="" />
            ) : (
              <Mark look={look} />
            )}
            <Words size={22} style={{ marginLeft: 14, color: look.muted }}>
              {`Made with ${renderableText(model.site.name)}`}
            </Words>
          </div>
        )}
      </div>
      {model.picture ? (
        <Cell tile={model.picture} side={SIDE} look={look} />
      ) : (
        <Mosaic tiles={model.tiles} look={look} />
      )}
    </div>
  );
}

function Words({ size, style, children }: { size: number; style: CSSProperties; children: ReactNode }) {
  const font = { fontFamily: `${TEXT}, ${TEXT} more`, fontSize: size, lineHeight: 1.35 };
  return <div style={{ display: "flex", wordBreak: "break-word", ...font, ...style }}>{children}</div>;
}

function Face({ model, look }: { model: PreviewModel; look: CardLook }) {
  const box: CSSProperties = { width: 116, height: 116, borderRadius: look.face };
  if (model.avatar)
    return <img src={model.avatar} width={116} height={116} style={{ ...box, objectFit: "cover" }} alt="" />;
  return (
    <Letter style={{ ...box, background: look.button, color: look.onButton, fontSize: 42 }}>
      {renderableText(initials(model.displayName)) || initials(model.handle)}
    </Letter>
  );
}

function Mosaic({ tiles, look }: { tiles: PreviewTile[]; look: CardLook }) {
  return (
    <div style={{ display: "flex", flexWrap: "wrap", width: SIDE, height: SIDE, gap: GAP }}>
      {Array.from({ length: PLACES }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nine fixed places
        <Cell key={place} tile={tiles[place]} look={look} />
      ))}
    </div>
  );
}

type CellProps = { tile: PreviewTile | undefined; side?: number; look: CardLook };

function Cell({ tile, side = CELL, look }: CellProps) {
  const box: CSSProperties = { width: side, height: side, borderRadius: look.cell };
  if (!tile) return <div style={{ ...box, display: "flex", background: look.line }} />;
  if (tile.image)
    return <img src={tile.image} width={side} height={side} style={{ ...box, objectFit: "cover" }} alt="" />;
  return (
    <Letter
      style={{
        ...box,
        background: look.letters[Math.abs(tile.id) % look.letters.length],
        color: look.onLetter,
        fontSize: (62 * side) / CELL,
      }}
    >
      {renderableText(firstLetter(tile.title))}
    </Letter>
  );
}

function Letter({ style, children }: { style: CSSProperties; children: ReactNode }) {
  const font = { fontFamily: `${HEADING}, ${HEADING} more`, fontWeight: 700 };
  return <div style={{ ...row, justifyContent: "center", ...font, ...style }}>{children}</div>;
}

/** The product's logo: one coloured tile of nine. */
function Mark({ look }: { look: CardLook }) {
  return (
    <div style={{ display: "flex", flexWrap: "wrap", width: 31, height: 31, gap: 3.5 }}>
      {MARK_TILES.map(({ x, y, isSet }) => (
        <div
          key={`${x} ${y}`}
          style={{ width: 8, height: 8, borderRadius: 2.5, background: isSet ? look.primary : look.line }}
        />
      ))}
    </div>
  );
}
