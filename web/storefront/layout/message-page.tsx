import type { ReactNode } from "react";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";
import { DemoLink } from "../../widgets/demo-link.tsx";
import { CardPage } from "./card-page.tsx";

type MessagePageProps = {
  title: string;
  children: ReactNode;
  /** The next links; the landing page and the demo by default. */
  links?: ReactNode;
};

/** A page with a message and a link to continue. */
export function MessagePage({ title, children, links }: MessagePageProps) {
  return (
    <CardPage>
      <div className="grid justify-items-center gap-4 py-4 text-center">
        <NotFoundTile />
        <h1 className="text-3xl text-balance">{title}</h1>
        <p className="max-w-[26.6em] text-balance text-muted">{children}</p>
        <div className="mt-2 flex flex-wrap justify-center gap-2.5">{links ?? <DefaultLinks />}</div>
      </div>
    </CardPage>
  );
}

function DefaultLinks() {
  return (
    <>
      <Button href={paths.landing()} variant="primary">
        {t("Go to homepage")}
      </Button>
      <DemoLink>{t("View the demo page")}</DemoLink>
    </>
  );
}

/** The mosaic without one tile. */
function NotFoundTile() {
  return (
    <svg width="88" height="88" viewBox="0 0 88 88" aria-hidden="true" className="text-line">
      {[0, 1, 2, 3, 5, 6, 7, 8].map((cell) => (
        <rect
          key={cell}
          x={(cell % 3) * 30}
          y={Math.floor(cell / 3) * 30}
          width="26"
          height="26"
          rx="8"
          fill="currentColor"
        />
      ))}
      <rect
        x="31"
        y="31"
        width="24"
        height="24"
        rx="7"
        fill="none"
        stroke="var(--primary)"
        strokeWidth="2"
        strokeDasharray="4 4"
      />
    </svg>
  );
}
