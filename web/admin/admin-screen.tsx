import { Navigate, useOutletContext, useSearchParams } from "react-router";
import type { Creator } from "../../contract/creators.ts";
import { paths } from "../../contract/paths.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { Tabs } from "../ui/tabs.tsx";
import { type AdminView, changeView, parseFilters, serializeFilters, TABS } from "./admin-view.ts";
import { AuditPanel } from "./audit-panel.tsx";
import { FeedbackPanel } from "./feedback/feedback-panel.tsx";
import { MarketingPanel } from "./marketing/marketing-panel.tsx";
import { UsersPanel } from "./users/users-panel.tsx";

/** Users, feedback, marketing and the log; what is shown stands in the address. */
export function AdminScreen() {
  usePageTitle("Admin");
  const { is_admin, user_id } = useOutletContext<Creator>();
  const [params, setParams] = useSearchParams();
  const view = parseFilters(params);
  const show = (change: Partial<AdminView>, options: { replace?: boolean } = {}) =>
    setParams(serializeFilters(changeView(view, change)), { ...options, preventScrollReset: true });
  // Demoted while the page was open.
  if (!is_admin) return <Navigate to={paths.dashboard()} replace />;

  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Admin</h1>
      <Tabs label="Admin" width="fit" tabs={TABS} chosen={view.tab} onChoose={(tab) => show({ tab })}>
        <div className="grid grid-cols-1 gap-6">
          {view.tab === "users" && (
            <>
              <UsersPanel view={view} ownId={user_id} onShow={show} />
              <FeedbackPanel view={view} onShow={show} />
            </>
          )}
          <MarketingPanel view={view} onShow={show} />
          {view.tab === "audit" && <AuditPanel view={view} onShow={show} />}
        </div>
      </Tabs>
    </>
  );
}
