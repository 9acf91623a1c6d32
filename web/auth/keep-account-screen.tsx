import { useQueryClient } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { accountDeletionRoutes } from "../../contract/api/account-deletion.ts";
import { DELETION_DAYS } from "../../contract/rules/limits.ts";
import { paths } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { request } from "../lib/api.ts";
import { rich } from "../lib/rich.ts";
import { broadcastSessionChange, meQuery } from "../lib/session.ts";
import { buttonClass } from "../ui/button.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { EmailLink } from "./email-link.tsx";

/** Undoes the deletion of an account by the emailed link. Without a link, right after the request, explains how to undo the deletion. */
export function KeepAccountScreen() {
  const [query] = useSearchParams();
  return query.get("token") ? <WithLink /> : <AfterRequest />;
}

function AfterRequest() {
  return (
    <>
      <PageTitle>{t("Your account will be deleted")}</PageTitle>
      <h1 className="text-3xl">{t("Your account will be deleted")}</h1>
      <p className="text-muted">
        {rich(
          "Your page is offline, and you are signed out everywhere. If you change your mind within {days, plural, one {# day} other {# days}}, use the link that we have emailed you, or sign in.",
          { days: DELETION_DAYS },
        )}
      </p>
      <Link to={paths.auth()} className={buttonClass()}>
        {t("Go to login")}
      </Link>
    </>
  );
}

function WithLink() {
  const queryClient = useQueryClient();
  const keep = async (token: string) => {
    await request(accountDeletionRoutes.keepByLink, { body: { token } });
    broadcastSessionChange();
    void queryClient.invalidateQueries(meQuery);
  };
  return (
    <EmailLink
      title={t("Keep your account?")}
      intro={t(
        "The deletion is cancelled, and your page is shown again with all that it had. If it wasn't you who asked for it, choose a new password after that.",
      )}
      action={t("Keep my account")}
      doing={t("Restoring…")}
      send={keep}
      done={{
        title: t("Your account stays"),
        text: t("The deletion is cancelled, and your page is online again."),
      }}
      next={
        <>
          <Link to={paths.dashboard()} className={buttonClass("primary")}>
            {t("Go to dashboard")}
          </Link>
          <Link to={paths.forgotPassword()} className={buttonClass()}>
            {t("Choose a new password")}
          </Link>
        </>
      }
    />
  );
}
