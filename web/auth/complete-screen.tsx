import { useNavigate, useOutletContext } from "react-router";
import type { Creator } from "../../contract/api/creators.ts";
import { paths } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { CompleteForm } from "./complete-form.tsx";

/** Lets a new user who signed in at a provider check and complete the profile. */
export function CompleteScreen() {
  const creator = useOutletContext<Creator>();
  const navigate = useNavigate();
  return (
    <>
      <PageTitle>{t("Finish your profile")}</PageTitle>
      <div className="grid gap-2">
        <h1 className="text-3xl">{t("Finish your profile")}</h1>
        <p className="text-muted">{t("This is what visitors see first. You can change it at any time.")}</p>
      </div>
      <CompleteForm creator={creator} onSaved={() => navigate(paths.dashboard(), { replace: true })} />
    </>
  );
}
