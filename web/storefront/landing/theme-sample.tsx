import { SamplePage } from "./sample-page.tsx";

/** A whole page in a theme. Nothing in it can be followed: the landing page shows it in small. */
export function ThemeSample() {
  return (
    <div className="page" inert>
      <main>
        <SamplePage isWhole />
      </main>
    </div>
  );
}
