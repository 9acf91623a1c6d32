import {
  type Appearance,
  DEFAULT_APPEARANCE,
  THEME_NAMES,
  type ThemeName,
} from "../../../contract/appearance.ts";
import { fontFaces, fontVariables } from "../../themes/fonts.ts";
import { lookColors, resolveAppearance } from "../../themes/look.ts";
import { THEMES } from "../../themes/themes.ts";
import type { PreviewScheme } from "./queries.ts";

const RADII = { square: 0, circle: 99, arch: "99px 99px 4px 4px" } as const;
const FACES = [...new Set(THEME_NAMES.map((name) => THEMES[name].fonts))].map(fontFaces).join("");

type ThemePickerProps = { value: ThemeName; scheme: PreviewScheme; onChange: (theme: ThemeName) => void };

/** The themes, each as a page in small. */
export function ThemePicker({ value, scheme, onChange }: ThemePickerProps) {
  return (
    <fieldset className="grid min-w-0 grid-cols-2 gap-3 sm:grid-cols-3">
      <legend className="sr-only">Theme</legend>
      <style>{FACES}</style>
      {THEME_NAMES.map((name) => (
        <label
          key={name}
          className="group relative grid cursor-pointer grid-cols-1 content-start gap-2 rounded-card border border-line p-2 pb-3 has-checked:border-primary has-checked:bg-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
        >
          <input
            type="radio"
            name="theme"
            value={name}
            checked={name === value}
            onChange={() => onChange(name)}
            className="sr-only"
          />
          <Miniature appearance={{ ...DEFAULT_APPEARANCE, theme: name }} scheme={scheme} />
          <span className="px-1.5">
            <span className="block font-semibold">{THEMES[name].label}</span>
            <span className="block text-sm leading-snug text-muted">{THEMES[name].description}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** A theme in small: ground, letters, tiles, accent. Decorative: its name stands below. */
function Miniature({ appearance, scheme }: { appearance: Appearance; scheme: PreviewScheme }) {
  const colors = lookColors(appearance)[scheme];
  const { theme, fonts, tileShape, layout, alignment } = resolveAppearance(appearance);
  const variables = fontVariables(fonts);
  const radius = tileShape === "rounded" ? Math.min(10, theme.radius[0] / 2) : RADII[tileShape];
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none grid h-27 content-between overflow-hidden rounded-[10px] border border-line p-2.5"
      style={{ background: colors.ground, color: colors.ink, textAlign: alignment }}
    >
      <span
        className="block text-2xl leading-none"
        style={{ fontFamily: variables["--font-display"], fontWeight: Number(variables["--heading-weight"]) }}
      >
        Aa
        <span
          className="ml-1.5 inline-block h-2.5 w-7 rounded-full align-middle"
          style={{ background: colors.button }}
        />
      </span>
      <span className={`grid gap-1.5 ${layout === "grid" ? "grid-cols-3" : ""}`}>
        {colors.letters.slice(0, 3).map((letter) => (
          <span
            key={letter}
            className={layout === "grid" ? "aspect-square" : "h-3.5"}
            style={{ background: letter, borderRadius: layout === "list" ? 3 : radius }}
          />
        ))}
      </span>
    </span>
  );
}
