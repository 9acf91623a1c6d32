import { useQuery } from "@tanstack/react-query";
import { Check, TriangleAlert } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { paths } from "../../contract/rules/paths.ts";
import { isVerified, meQuery, sessionTexts } from "../lib/session.ts";
import { useResendVerification } from "../lib/use-resend-verification.ts";
import { Alert } from "../ui/alert.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { RequestError } from "../widgets/request-error.tsx";
import { verificationResult } from "./verification-result.ts";

const TO_DASHBOARD = { to: paths.dashboard(), label: "Go to dashboard" };
const TO_LOGIN = { to: paths.auth(), label: "Go to login" };

/** Shows the result of following the link in the verification email. */
export function VerifyScreen() {
  const [query] = useSearchParams();
  const { data: creator } = useQuery(meQuery);
  const { title, text, isSuccess } = verificationResult(query.get("status"), {
    isSignedIn: Boolean(creator),
    isVerified: creator ? isVerified(creator) : false,
  });
  const canResend = creator && !isSuccess;
  const links = isSuccess || creator ? [TO_DASHBOARD, TO_LOGIN] : [TO_LOGIN, TO_DASHBOARD];
  return (
    <>
      <title>{`${title} · Tessera`}</title>
      <ResultTile isSuccess={isSuccess} />
      <div className="grid gap-2">
        <h1 className="text-3xl">{title}</h1>
        <p className="text-muted">{text}</p>
      </div>
      {canResend && <ResendVerification />}
      {isSuccess && !creator && (
        <p className="text-muted">
          Was it you who registered? Sign in here with your password. If not, someone else used your email:{" "}
          <Link to={paths.forgotPassword()} className="font-semibold text-primary hover:underline">
            choose a new password
          </Link>
          , and every other session ends.
        </p>
      )}
      <div className="grid gap-3">
        {links.map(({ to, label }, index) => (
          <Link key={to} to={to} className={buttonClass(index === 0 && !canResend ? "primary" : "plain")}>
            {label}
          </Link>
        ))}
      </div>
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

function ResendVerification() {
  const resend = useResendVerification();
  return (
    <div className="grid grid-cols-1 gap-3">
      {resend.isSuccess && (
        <Alert tone="good" role="status">
          {sessionTexts.resent}
        </Alert>
      )}
      <RequestError error={resend.error} fallback="Could not resend verification email" />
      <Button variant="primary" onClick={() => resend.mutate()} busy={resend.isPending}>
        {resend.isPending ? "Sending…" : "Send a new link"}
      </Button>
    </div>
  );
}
