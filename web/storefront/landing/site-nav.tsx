import { MenuIcon, XIcon } from "lucide-react";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Logo } from "../../ui/logo.tsx";
import { DemoLink } from "../../widgets/demo-link.tsx";

/** The top of the landing page. The phone's menu is a native disclosure, which opens without scripts. */
export function SiteNav({ signedIn }: { signedIn: boolean }) {
  return (
    <header className="relative z-10 mx-auto flex w-full max-w-280 items-center justify-between gap-4 px-5 py-4">
      <a href={paths.landing()} className="inline-flex min-h-11 items-center rounded-control">
        <Logo />
      </a>
      <nav aria-label={t("Main menu")} className="hidden items-center gap-2 md:flex">
        <NavLinks signedIn={signedIn} />
      </nav>
      <details className="menu md:hidden" data-enhance="menu">
        <summary className={`${buttonClass("plain")} list-none`}>
          <span className="menu-closed">
            <MenuIcon size={20} />
          </span>
          <span className="menu-open">
            <XIcon size={20} />
          </span>
          {t("Menu")}
        </summary>
        <nav
          aria-label={t("Main menu")}
          className="absolute inset-x-4 top-full grid gap-2 rounded-card border border-line bg-surface p-4 shadow-float"
        >
          <NavLinks signedIn={signedIn} />
        </nav>
      </details>
    </header>
  );
}

function NavLinks({ signedIn }: { signedIn: boolean }) {
  if (signedIn)
    return (
      <>
        <Button href={paths.dashboard()} variant="primary">
          {t("Go to dashboard")}
        </Button>
        <Button
          className="needs-scripts"
          data-enhance="log-out"
          data-failure={t("Still logged in. Try again")}
        >
          {t("Logout")}
        </Button>
      </>
    );
  return (
    <>
      <DemoLink variant="quiet">{t("Explore demo")}</DemoLink>
      <Button href={paths.auth()} variant="quiet">
        {t("Creator login")}
      </Button>
      <Button href={paths.auth({ tab: "register" })} variant="primary">
        {t("Start for free")}
      </Button>
    </>
  );
}
