import { THEME_NAMES, type ThemeName } from "../../../contract/api/appearance.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { THEMES } from "../../themes/themes.ts";

/** The themes that differ most. */
const SHOWN: ThemeName[] = [
  "poster",
  "aurora",
  "arcade",
  "sketchbook",
  "broadsheet",
  "sticker",
  "afterhours",
  "placard",
];

/** Themes as real pages, scaled down. The frames load when they come near, so that none delays the page. */
export function ThemeStrip() {
  return (
    <section aria-labelledby="themes" className="mx-auto w-full max-w-280 px-5 py-12">
      <h2 id="themes" className="text-4xl text-balance md:text-5xl">
        {t("A look of your own")}
      </h2>
      <p className="mt-3 text-lg text-balance text-muted">
        {t(
          "{count, plural, one {# theme} other {# themes}} and any colour you like. Text stays readable with every one of them.",
          { count: THEME_NAMES.length },
        )}
      </p>
      <ul className="mt-8 grid grid-cols-2 gap-4 md:grid-cols-4 md:gap-5">
        {SHOWN.map((name) => (
          <li key={name} className="max-md:nth-[n+7]:hidden">
            <div inert aria-hidden="true" className="theme-frame">
              <iframe
                src={paths.themeSample(name)}
                title={THEMES[name].label}
                loading="lazy"
                scrolling="no"
                tabIndex={-1}
              />
            </div>
            <span className="mt-2 block text-sm font-semibold">{THEMES[name].label}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
