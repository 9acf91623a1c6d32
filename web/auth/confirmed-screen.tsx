import { useEffect } from "react";
import { Link, useSearchParams } from "react-router";
import { paths } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { broadcastConfirmation } from "../lib/confirmation.ts";
import { buttonClass } from "../ui/button.tsx";
import { PageTitle } from "../ui/page-title.tsx";

/** The page in the window in which a user has confirmed their identity at a provider. The waiting page continues by itself. */
export function ConfirmedScreen() {
  const [query] = useSearchParams();
  const isConfirmed = query.get("status") === "success";
  useEffect(() => {
    if (!isConfirmed) return;
    broadcastConfirmation();
    // Browsers close only windows that a page has opened. Other windows show the text.
    window.close();
  }, [isConfirmed]);
  const title = isConfirmed ? t("You're confirmed") : t("That didn't work");
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className="grid gap-2">
        <h1 className="text-3xl">{title}</h1>
        <p className="text-muted">
          {isConfirmed
            ? t("You can close this window and go on where you were.")
            : t("Sign in with the account that you use here. Close this window and try again.")}
        </p>
      </div>
      <Link to={paths.dashboard()} className={buttonClass("plain")}>
        {t("Go to dashboard")}
      </Link>
    </>
  );
}
