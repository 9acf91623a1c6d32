import { type Scheme, THEME_NAMES, type ThemeName } from "../../../contract/api/appearance.ts";
import { t } from "../../../contract/texts.ts";
import { fontFaces } from "../../themes/fonts.ts";
import { THEMES } from "../../themes/themes.ts";
import { ThemeMiniature, type ThemeSample } from "./theme-miniature.tsx";

const FACES = [...new Set(THEME_NAMES.map((name) => THEMES[name].fonts))].map(fontFaces).join("");

type ThemePickerProps = {
  value: ThemeName;
  scheme: Scheme;
  onChange: (theme: ThemeName) => void;
  /** Every theme by default. */
  themes?: readonly ThemeName[];
  /** The creator whose page the samples show. */
  sample?: ThemeSample;
};

/** Chooses a theme from samples that look like small pages. */
export function ThemePicker({ value, scheme, onChange, themes = THEME_NAMES, sample }: ThemePickerProps) {
  return (
    <fieldset className="grid min-w-0 grid-cols-2 gap-3 sm:grid-cols-3">
      <legend className="sr-only">{t("Theme")}</legend>
      <style>{FACES}</style>
      {themes.map((name) => (
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
            // As large as its card, so that the whole card is scrolled into view.
            className="pointer-events-none absolute inset-0 size-full opacity-0"
          />
          <ThemeMiniature theme={name} scheme={scheme} sample={sample} />
          <span className="px-1.5">
            <span className="block font-semibold">{THEMES[name].label}</span>
            <span className="block text-sm leading-snug text-muted">{t(THEMES[name].description)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
