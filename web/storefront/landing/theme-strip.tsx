import { THEME_NAMES } from "../../../contract/api/appearance.ts";
import { THEMES } from "../../themes/themes.ts";
import { ThemeMiniature } from "../../widgets/theme-miniature.tsx";

/** The themes that a page can have. */
export function ThemeStrip() {
  return (
    <section aria-labelledby="themes" className="mx-auto w-full max-w-280 px-5 py-12">
      <h2 id="themes" className="text-4xl text-balance md:text-5xl">
        A look of your own
      </h2>
      <p className="mt-3 text-lg text-balance text-muted">
        {THEME_NAMES.length} themes and any colour you like. Text stays readable with every one of them.
      </p>
      <ul className="mt-8 grid grid-cols-2 gap-3 sm:grid-cols-4 md:grid-cols-6">
        {THEME_NAMES.map((name) => (
          <li key={name}>
            <ThemeMiniature theme={name} />
            <span className="mt-2 block text-sm font-semibold">{THEMES[name].label}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
