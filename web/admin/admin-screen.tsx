import { Navigate, useOutletContext, useSearchParams } from "react-router";
import type { Creator } from "../../contract/api/creators.ts";
import { paths } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { type AdminTab, adminTabsOf } from "../lib/admin-tabs.ts";
import { useSite } from "../lib/site-context.ts";
import { parseUrlState } from "../lib/use-url-state.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { TabState } from "./admin-url.ts";
import { AuditPanel } from "./audit/audit-panel.tsx";
import { DomainsPanel } from "./domains/domains-panel.tsx";
import { FeedbackPanel } from "./feedback/feedback-panel.tsx";
import { DeadJobsPanel } from "./jobs/dead-jobs-panel.tsx";
import { MarketingPanel } from "./marketing/marketing-panel.tsx";
import { PaymentsPanel } from "./payments/payments-panel.tsx";
import { SellerReport } from "./payments/seller-report.tsx";
import { BlocksPanel } from "./reports/blocks-panel.tsx";
import { ReportsPanel } from "./reports/reports-panel.tsx";
import { SystemPanel } from "./system/system-panel.tsx";
import { UsersPanel } from "./users/users-panel.tsx";

/** The admin console: one tab for each area, from the URL. */
export function AdminScreen() {
  const { id, is_admin, user_id } = useOutletContext<Creator>();
  const [params, setParams] = useSearchParams();
  const tabs = adminTabsOf(useSite());
  const { tab } = parseUrlState(TabState, params);
  // Each tab has its own filters; the former tab's do not apply.
  const chooseTab = (name: AdminTab) =>
    setParams(name === "users" ? {} : { tab: name }, { preventScrollReset: true });
  // The user lost the role while the page was open.
  if (!is_admin) return <Navigate to={paths.dashboard()} replace />;

  return (
    <>
      <PageTitle>{t("Admin")}</PageTitle>
      <h1 className="text-3xl sm:text-4xl">{t("Admin")}</h1>
      <Tabs label={t("Admin")} width="fit" tabs={tabs} chosen={tab} onChoose={chooseTab}>
        <div className="grid grid-cols-1 gap-6">
          {tab === "users" && <UsersPanel ownId={user_id} />}
          {tab === "reports" && <ReportsPanel />}
          {tab === "reports" && <BlocksPanel />}
          {tab === "feedback" && <FeedbackPanel />}
          <MarketingPanel isShown={tab === "marketing"} />
          {tab === "jobs" && <DeadJobsPanel />}
          {tab === "payments" && <PaymentsPanel ownCreatorId={id} />}
          {tab === "payments" && <SellerReport />}
          {tab === "domains" && <DomainsPanel />}
          {tab === "audit" && <AuditPanel />}
          {tab === "system" && <SystemPanel />}
        </div>
      </Tabs>
    </>
  );
}
