import { Link, useLocation } from "react-router";
import type { Creator } from "../../contract/api/creators.ts";
import { paths } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { Alert } from "../ui/alert.tsx";

/** Says that an administrator has suspended the page or the account, and links to the reasons. */
export function SuspensionNotice({ suspension }: Pick<Creator, "suspension">) {
  const isOnDecisionsScreen = useLocation().pathname === paths.decisions();
  if (suspension === null) return null;
  return (
    <Alert
      tone="bad"
      action={
        isOnDecisionsScreen ? undefined : (
          <Link to={paths.decisions()} className="link flex min-h-11 items-center">
            {t("See why, and object")}
          </Link>
        )
      }
    >
      {suspension === "page"
        ? t("Your page is suspended: visitors don't see it, and nothing is sold or sent.")
        : t("Your account is suspended: visitors don't see your page, and you can't change anything.")}
    </Alert>
  );
}
