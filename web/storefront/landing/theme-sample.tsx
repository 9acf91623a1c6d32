import { SamplePage } from "./sample-page.tsx";

/** A whole page in a theme, without links, which the landing page shows scaled down. */
export function ThemeSample() {
  return (
    <div className="page" inert>
      <main>
        <SamplePage isWhole />
      </main>
    </div>
  );
}
