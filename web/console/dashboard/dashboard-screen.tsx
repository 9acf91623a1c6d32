import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { Creator } from "../../../contract/api/creators.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { isVerified, meQuery, setVerificationNotice } from "../../lib/session.ts";
import { useLogout } from "../../lib/use-logout.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { ErrorBoundary } from "../../widgets/error-boundary.tsx";
import { ProfileLink } from "../../widgets/profile-link.tsx";
import { pageUrlOf } from "../../widgets/visitor-url.ts";
import { useCreator } from "../creator-context.ts";
import { useStart } from "../start/use-start.ts";
import { LiveTiles } from "../tiles/live-tiles.tsx";
import { tilesQuery } from "../tiles/queries.ts";
import { AnalyticsOverview } from "./analytics-overview.tsx";
import { AtAGlance } from "./at-a-glance.tsx";
import { FirstStepsCard } from "./first-steps-card.tsx";
import { PlanCard } from "./plan-card.tsx";
import { VerifyEmailBanner } from "./verify-email-banner.tsx";

/** The tiles of the creator's page first, then the areas of the account, then the analytics. */
export function DashboardScreen() {
  const creator = useCreator();
  useReturnFromVerifying();
  const isNew = useStartsWithoutTiles();
  const start = useStart(creator.id);
  return (
    <>
      <PageTitle>{t("Dashboard")}</PageTitle>
      {!isVerified(creator) && <VerifyEmailBanner />}
      <section className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="min-w-0 text-[26px] [overflow-wrap:anywhere] sm:text-[32px]">
          {rich("Welcome, {displayName}", { displayName: <bdi>{creator.display_name}</bdi> })}
        </h1>
        <ProfileLink url={pageUrlOf(creator)} />
      </section>
      {!isNew && area(t("At a glance"), <AtAGlance />)}
      {area(t("Live tiles"), <LiveTiles creator={creator} start={start} />)}
      {/* The guide asks for the same. */}
      {start.step === null && area(t("First steps"), <FirstStepsCard creator={creator} />)}
      <section className="grid grid-cols-1 items-center gap-5 md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid gap-3">
          <Actions creator={creator} />
          {area(t("The notice about sales"), <SalesNotice />)}
        </div>
        <PlanCard creator={creator} />
      </section>
      {area(t("Analytics"), <AnalyticsOverview creator={creator} />)}
    </>
  );
}

/** An area that fails does not affect the others. */
const area = (name: string, content: ReactNode) => (
  <ErrorBoundary key={name} name={name}>
    {content}
  </ErrorBoundary>
);

/** Loaded on demand, because few pages sell something and the notice needs a request anyway. */
const TestModeNotice = lazy(async () => ({
  default: (await import("../payouts/test-mode-notice.tsx")).TestModeNotice,
}));

/** Shows the notice to creators who sell something. */
function SalesNotice() {
  const { data: tiles } = useQuery(tilesQuery);
  if (!tiles?.some(({ product_id }) => product_id !== null)) return null;
  return (
    <Suspense>
      <TestModeNotice />
    </Suspense>
  );
}

/** Returns whether the dashboard was opened without tiles. Its figures then stay hidden, so that the first tile moves nothing. */
function useStartsWithoutTiles(): boolean {
  const { data: tiles } = useQuery(tilesQuery);
  const [isNew, setIsNew] = useState<boolean>();
  if (tiles && isNew === undefined) setIsNew(tiles.length === 0);
  return isNew ?? false;
}

function Actions({ creator }: { creator: Creator }) {
  // After a failure, the button is only enabled again, as specified.
  const { isPending, logOut } = useLogout(() => {});
  const compactClass = "max-sm:px-1.5! max-[350px]:text-[15px]";
  return (
    <div className="grid grid-cols-2 gap-2.5 sm:flex sm:flex-wrap">
      <Link to={paths.products()} className={`${buttonClass()} ${compactClass}`}>
        {t("Manage products")}
      </Link>
      <Button href={paths.creator(creator.handle)} className={compactClass}>
        {t("Preview live page")}
      </Button>
      <Link to={paths.settings()} className={`${buttonClass()} ${compactClass}`}>
        {t("Edit profile")}
      </Link>
      {creator.is_admin && (
        <Link to={paths.adminUsers()} className={`${buttonClass()} ${compactClass}`}>
          {t("Admin view")}
        </Link>
      )}
      {/* Quiet, because creators rarely come for it. */}
      <Button variant="quiet" className={compactClass} busy={isPending} onClick={logOut}>
        {!isPending && <LogOut size={18} className="shrink-0 text-muted" />}
        <span>{t("Logout")}</span>
      </Button>
    </div>
  );
}

/** Removes the notice about the verification email after a return by its link, which has `?verified=1`. */
function useReturnFromVerifying() {
  const queryClient = useQueryClient();
  const [query] = useSearchParams();
  const returned = query.get("verified") === "1";
  useEffect(() => {
    if (!returned) return;
    setVerificationNotice(queryClient, null);
    void queryClient.invalidateQueries(meQuery);
  }, [returned, queryClient]);
}
