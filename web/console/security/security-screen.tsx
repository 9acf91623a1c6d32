import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../../contract/rules/paths.ts";
import { confirmIdentity } from "../../lib/confirmation.ts";
import { secondFactorQuery } from "../../lib/second-factor.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { passkeysQuery } from "./queries.ts";
import { SecondFactorCard } from "./second-factor-card.tsx";

/** How the user signs in, and what protects it. */
export function SecurityScreen() {
  return (
    <>
      <title>Security · Tessera</title>
      <h1 className="text-3xl sm:text-4xl">Security</h1>
      <Link to={paths.settings()} className="link -mt-4 justify-self-start py-2.5">
        Back to settings
      </Link>
      <div className="grid max-w-3xl grid-cols-1 gap-4 sm:gap-5">
        <AdminNotice />
        <PasskeysCard />
        <SecondFactorCard />
      </div>
    </>
  );
}

/** Tells administrators why they cannot administer, and what to do. */
function AdminNotice() {
  const { data: factor, refetch } = useQuery(secondFactorQuery);
  const { data: passkeys } = useQuery(passkeysQuery);
  if (!factor?.blocksAdmin) return null;
  const hasFactor = factor.enabledAt !== null || passkeys?.some(({ usable }) => usable);
  return (
    <Alert
      tone="warn"
      action={
        hasFactor && (
          <Button
            onClick={async () => {
              await confirmIdentity({ withFactor: true });
              await refetch();
            }}
          >
            Confirm now
          </Button>
        )
      }
    >
      {hasFactor
        ? "Administration here needs your passkey or a code. Confirm with one of them to open it."
        : "Administration here needs a second factor. Add a passkey or set up an authenticator app to open it."}
    </Alert>
  );
}
