import type { CSSProperties } from "react";
import { DEFAULT_APPEARANCE, type Scheme, type ThemeName } from "../../../contract/api/appearance.ts";
import { fontVariables } from "../../themes/fonts.ts";
import { lookColors, resolveAppearance } from "../../themes/look.ts";
import { Avatar } from "../../ui/avatar.tsx";

const RADII = { square: 0, circle: 99, arch: "99px 99px 4px 4px" } as const;

/** A page that a theme is shown with. */
export type ThemeSample = { name: string; avatarUrl: string | null };

type ThemeMiniatureProps = {
  theme: ThemeName;
  scheme: Scheme;
  sample: ThemeSample | undefined;
};

/** A small sample of a theme: ground, letters, tiles, accent. Decorative: its name is beside it. */
export function ThemeMiniature({ theme: name, scheme, sample }: ThemeMiniatureProps) {
  const appearance = { ...DEFAULT_APPEARANCE, theme: name };
  const colors = lookColors(appearance)[scheme];
  const { theme, fonts, tileShape, layout, alignment } = resolveAppearance(appearance);
  const variables = fontVariables(fonts);
  const radius = tileShape === "rounded" ? Math.min(10, theme.radius[0] / 2) : RADII[tileShape];
  return (
    <span
      aria-hidden="true"
      style={{
        display: "grid",
        alignContent: "space-between",
        height: sample ? 148 : 108,
        padding: 10,
        overflow: "hidden",
        pointerEvents: "none",
        border: "1px solid var(--line)",
        borderRadius: 10,
        background: colors.ground,
        color: colors.ink,
        textAlign: alignment,
      }}
    >
      <span
        style={{
          fontFamily: variables["--font-display"],
          fontWeight: Number(variables["--heading-weight"]),
          fontSize: 24,
          lineHeight: 1,
        }}
      >
        {sample ? (
          <SampleHead sample={sample} />
        ) : (
          <>
            Aa <span style={mark(colors.button)} />
          </>
        )}
      </span>
      <span
        style={{
          display: "grid",
          gap: 6,
          ...(layout === "grid" && { gridTemplateColumns: "repeat(3, 1fr)" }),
        }}
      >
        {colors.letters.slice(0, 3).map((letter) => (
          <span
            key={letter}
            style={{
              background: letter,
              ...(layout === "grid"
                ? { aspectRatio: 1, borderRadius: radius }
                : { height: 14, borderRadius: 3 }),
            }}
          />
        ))}
      </span>
    </span>
  );
}

/** A mark in the accent. */
const mark = (background: string): CSSProperties => ({
  display: "inline-block",
  width: 26,
  height: 9,
  borderRadius: 99,
  background,
  verticalAlign: "middle",
});

/** The picture and the name of a page, in the letters of the theme. */
function SampleHead({ sample: { name, avatarUrl } }: { sample: ThemeSample }) {
  return (
    <>
      <span style={{ display: "inline-block", verticalAlign: "middle" }}>
        <Avatar name={name} src={avatarUrl} size={28} />
      </span>
      <span
        style={{
          display: "block",
          marginTop: 5,
          overflow: "hidden",
          fontSize: 17,
          lineHeight: 1.2,
          textOverflow: "ellipsis",
          whiteSpace: "nowrap",
        }}
      >
        {name}
      </span>
    </>
  );
}
