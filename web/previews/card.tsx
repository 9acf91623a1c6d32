import type { CSSProperties, ReactNode } from "react";
import { ACCENT_COLORS, BRAND_COLORS, MARK_TILES } from "../../contract/brand.ts";
import type { PreviewModel, PreviewTile } from "../../contract/previews.ts";
import { firstLetter, initials } from "../lib/format.ts";
import { excerpt } from "../lib/text.ts";
import { accentOf } from "../ui/tile-image.tsx";
import { HEADING, TEXT } from "./fonts.ts";
import { renderableText } from "./renderable-text.ts";

// A picture cannot follow the reader's scheme.
const { ground: GROUND, ink: INK, muted: MUTED, primary: PRIMARY, line: LINE } = BRAND_COLORS.light;

const PLACES = 9;
const CELL = 164;
const GAP = 14;

const row: CSSProperties = { display: "flex", alignItems: "center" };
const column: CSSProperties = { display: "flex", flexDirection: "column" };

/** A creator's page in small: who it is on one side, the first tiles on the other. */
export function PreviewCard({ model }: { model: PreviewModel }) {
  const handle = `@${model.handle}`;
  const name = renderableText(excerpt(model.displayName, 48)) || handle;
  return (
    <div
      style={{
        ...row,
        boxSizing: "border-box",
        width: "100%",
        height: "100%",
        padding: "52px 60px",
        background: GROUND,
      }}
    >
      <div style={{ ...column, flex: 1, minWidth: 0, height: 520, paddingRight: 48 }}>
        <Face model={model} />
        <div
          style={{
            display: "block",
            lineClamp: 2,
            marginTop: 34,
            fontFamily: `${HEADING}, ${HEADING} more`,
            fontSize: name.length > 22 ? 46 : 60,
            lineHeight: 1.08,
            letterSpacing: "-0.02em",
            color: INK,
            wordBreak: "break-word",
          }}
        >
          {name}
        </div>
        {name !== handle && (
          <Words size={28} style={{ display: "block", lineClamp: 1, marginTop: 12, color: PRIMARY }}>
            {handle}
          </Words>
        )}
        {model.bio && renderableText(model.bio) && (
          <Words size={26} style={{ display: "block", lineClamp: 3, marginTop: 18, color: MUTED }}>
            {renderableText(excerpt(model.bio, 150))}
          </Words>
        )}
        {model.branded && (
          <div style={{ ...row, marginTop: "auto" }}>
            <Mark />
            <Words size={22} style={{ marginLeft: 14, color: MUTED }}>
              Made with Tessera
            </Words>
          </div>
        )}
      </div>
      <Mosaic tiles={model.tiles} />
    </div>
  );
}

function Words({ size, style, children }: { size: number; style: CSSProperties; children: ReactNode }) {
  const font = { fontFamily: `${TEXT}, ${TEXT} more`, fontSize: size, lineHeight: 1.35 };
  return <div style={{ display: "flex", wordBreak: "break-word", ...font, ...style }}>{children}</div>;
}

function Face({ model }: { model: PreviewModel }) {
  const box: CSSProperties = { width: 116, height: 116, borderRadius: 34 };
  if (model.avatar)
    return <img src={model.avatar} width={116} height={116} style={{ ...box, objectFit: "cover" }} alt="" />;
  return (
    <Letter style={{ ...box, background: PRIMARY, fontSize: 42 }}>
      {renderableText(initials(model.displayName)) || initials(model.handle)}
    </Letter>
  );
}

function Mosaic({ tiles }: { tiles: PreviewTile[] }) {
  const side = 3 * CELL + 2 * GAP;
  return (
    <div style={{ display: "flex", flexWrap: "wrap", width: side, height: side, gap: GAP }}>
      {Array.from({ length: PLACES }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nine fixed places
        <Cell key={place} tile={tiles[place]} />
      ))}
    </div>
  );
}

function Cell({ tile }: { tile: PreviewTile | undefined }) {
  const box: CSSProperties = { width: CELL, height: CELL, borderRadius: 26 };
  if (!tile) return <div style={{ ...box, display: "flex", background: LINE }} />;
  if (tile.image)
    return <img src={tile.image} width={CELL} height={CELL} style={{ ...box, objectFit: "cover" }} alt="" />;
  return (
    <Letter style={{ ...box, background: ACCENT_COLORS[accentOf(tile.id)], fontSize: 62 }}>
      {renderableText(firstLetter(tile.title))}
    </Letter>
  );
}

function Letter({ style, children }: { style: CSSProperties; children: ReactNode }) {
  const font = { fontFamily: `${HEADING}, ${HEADING} more`, fontWeight: 700, color: "#FFFFFF" };
  return <div style={{ ...row, justifyContent: "center", ...font, ...style }}>{children}</div>;
}

/** The product's mark: one coloured tile of nine. */
function Mark() {
  return (
    <div style={{ display: "flex", flexWrap: "wrap", width: 31, height: 31, gap: 3.5 }}>
      {MARK_TILES.map(({ x, y, isSet }) => (
        <div
          key={`${x} ${y}`}
          style={{ width: 8, height: 8, borderRadius: 2.5, background: isSet ? PRIMARY : "#BDB6AD" }}
        />
      ))}
    </div>
  );
}
