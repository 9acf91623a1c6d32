import { DEFAULT_APPEARANCE, type Scheme, type ThemeName } from "../../../contract/api/appearance.ts";
import { t } from "../../../contract/texts.ts";
import { fontVariables } from "../../themes/fonts.ts";
import { lookColors, resolveAppearance } from "../../themes/look.ts";
import { Avatar } from "../../ui/avatar.tsx";

const RADII = { square: 0, circle: 99, arch: "99px 99px 4px 4px" } as const;

/** The name and picture in a sample. */
export type ThemeSample = { name: string; avatarUrl: string | null };

type ThemeMiniatureProps = {
  theme: ThemeName;
  scheme: Scheme;
  sample: ThemeSample | undefined;
};

/** A small sample of a theme: background, letters, tiles, accent. It is decorative, because the name is beside it. */
export function ThemeMiniature({ theme: name, scheme, sample }: ThemeMiniatureProps) {
  const appearance = { ...DEFAULT_APPEARANCE, theme: name };
  const colors = lookColors(appearance)[scheme];
  const { theme, fonts, tileShape, layout, alignment } = resolveAppearance(appearance);
  const isGrid = layout === "grid";
  const variables = fontVariables(fonts);
  const radius = tileShape === "rounded" ? Math.min(10, theme.radius[0] / 2) : RADII[tileShape];
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none grid content-between overflow-hidden rounded-[10px] border border-line p-[10px]"
      style={{
        height: sample ? 148 : 108,
        background: colors.ground,
        color: colors.ink,
        textAlign: alignment,
      }}
    >
      <span
        className="text-[24px] leading-none"
        style={{
          fontFamily: variables["--font-display"],
          fontWeight: Number(variables["--heading-weight"]),
        }}
      >
        {sample ? (
          <>
            <span className="inline-block align-middle">
              <Avatar name={sample.name} src={sample.avatarUrl} size={28} />
            </span>
            <span className="mt-[5px] block truncate text-[17px] leading-[1.2]">{sample.name}</span>
          </>
        ) : (
          <>
            <span>{t("Aa")}</span>{" "}
            <span
              className="inline-block h-[9px] w-[26px] rounded-full align-middle"
              style={{ background: colors.button }}
            />
          </>
        )}
      </span>
      <span className={`grid gap-[6px] ${isGrid ? "grid-cols-3" : ""}`}>
        {colors.letters.slice(0, 3).map((letter) => (
          <span
            key={letter}
            className={isGrid ? "aspect-square" : "h-[14px]"}
            style={{ background: letter, borderRadius: isGrid ? radius : 3 }}
          />
        ))}
      </span>
    </span>
  );
}
