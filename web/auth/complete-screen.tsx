import { useNavigate, useOutletContext } from "react-router";
import type { Creator } from "../../contract/creators.ts";
import { paths } from "../../contract/paths.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { CompleteForm } from "./complete-form.tsx";

/** Asks a new person for what the sign-in did not tell. */
export function CompleteScreen() {
  const creator = useOutletContext<Creator>();
  const navigate = useNavigate();
  usePageTitle("Finish your profile");
  return (
    <>
      <div className="grid gap-2">
        <h1 className="text-3xl">Finish your profile</h1>
        <p className="text-muted">This is what visitors see first. You can change all of it later.</p>
      </div>
      <CompleteForm creator={creator} onSaved={() => navigate(paths.dashboard(), { replace: true })} />
    </>
  );
}
