import { useMutation, useQuery } from "@tanstack/react-query";
import { Check, TriangleAlert } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { accountRoutes } from "../../contract/api/accounts.ts";
import { paths } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { request } from "../lib/api.ts";
import { configQuery } from "../lib/config.ts";
import { isVerified, meQuery, sessionTexts } from "../lib/session.ts";
import { useResendVerification } from "../lib/use-resend-verification.ts";
import { Alert } from "../ui/alert.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { RequestError } from "../widgets/request-error.tsx";
import { verificationResult } from "./verification-result.ts";

const TO_DASHBOARD = { to: paths.dashboard(), label: t("Go to dashboard") };
const TO_LOGIN = { to: paths.auth(), label: t("Go to login") };

/** Shows the result of following the link in the verification email. */
export function VerifyScreen() {
  const [query] = useSearchParams();
  const { data: creator } = useQuery(meQuery);
  const status = query.get("status");
  const { title, text, isSuccess } = verificationResult(status, {
    isSignedIn: Boolean(creator),
    isVerified: creator ? isVerified(creator) : false,
  });
  const canResend = creator && !isSuccess;
  const links = isSuccess || creator ? [TO_DASHBOARD, TO_LOGIN] : [TO_LOGIN, TO_DASHBOARD];
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <ResultTile isSuccess={isSuccess} />
      <div className="grid gap-2">
        <h1 className="text-3xl">{title}</h1>
        <p className="text-muted">{text}</p>
      </div>
      {canResend && <ResendVerification />}
      <div className="grid gap-3">
        {links.map(({ to, label }, index) => (
          <Link key={to} to={to} className={buttonClass(index === 0 && !canResend ? "primary" : "plain")}>
            {label}
          </Link>
        ))}
      </div>
      {status === "success" && !creator && <ClaimAccount />}
    </>
  );
}

function ResultTile({ isSuccess }: { isSuccess: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`grid size-16 place-items-center rounded-card ${isSuccess ? "bg-jade text-white" : "bg-saffron text-[#2c1f05]"}`}
    >
      {isSuccess ? <Check size={32} /> : <TriangleAlert size={32} />}
    </span>
  );
}

/** Lets the reader of an email take over an account that somebody else has registered. */
function ClaimAccount() {
  const hasPasswords = useQuery(configQuery).data?.passwordLogin !== false;
  const claim = useMutation({ mutationFn: () => request(accountRoutes.claimAccount, {}) });
  if (!hasPasswords) return null;
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <span>{t("Didn't create this account?")}</span>
        <Button variant="quiet" onClick={() => claim.mutate()} busy={claim.isPending}>
          {t("Take it over by email")}
        </Button>
      </p>
      <RequestError error={claim.error} fallback={t("Couldn't send the email.")} />
      {claim.isSuccess && (
        <Alert tone="good" role="status">
          {t("Check your inbox. The link there sets a password of yours, and ends every other session.")}
        </Alert>
      )}
    </div>
  );
}

function ResendVerification() {
  const resend = useResendVerification();
  return (
    <div className="grid grid-cols-1 gap-3">
      {resend.isSuccess && (
        <Alert tone="good" role="status">
          {sessionTexts.resent}
        </Alert>
      )}
      <RequestError error={resend.error} fallback={t("Could not resend verification email")} />
      <Button variant="primary" onClick={() => resend.mutate()} busy={resend.isPending}>
        {resend.isPending ? t("Sending…") : t("Send a new link")}
      </Button>
    </div>
  );
}
