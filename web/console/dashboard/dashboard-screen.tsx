import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useSearchParams } from "react-router";
import type { Creator } from "../../../contract/creators.ts";
import { paths } from "../../../contract/paths.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { isVerified, meQuery, setVerificationNotice } from "../../lib/session.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ErrorBoundary } from "../../widgets/error-boundary.tsx";
import { useCreator } from "../creator-context.ts";
import { LogoutButton } from "../logout-button.tsx";
import { TestModeNotice } from "../test-mode-notice.tsx";
import { LiveTiles } from "../tiles/live-tiles.tsx";
import { tilesQuery } from "../tiles/queries.ts";
import { AnalyticsOverview } from "./analytics-overview.tsx";
import { PlanCard } from "./plan-card.tsx";
import { ProfileLink } from "./profile-link.tsx";
import { VerifyEmailBanner } from "./verify-email-banner.tsx";

export function DashboardScreen() {
  const creator = useCreator();
  usePageTitle("Dashboard");
  useReturnFromVerifying();

  return (
    <>
      {!isVerified(creator) && <VerifyEmailBanner />}
      <section className="grid grid-cols-1 items-end gap-5 md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid min-w-0 grid-cols-1 justify-items-start gap-3">
          <h1 className="text-3xl [overflow-wrap:anywhere] sm:text-[40px]">
            Good to see you, <bdi>{creator.display_name}</bdi>
          </h1>
          <ProfileLink handle={creator.handle} />
        </div>
        <PlanCard creator={creator} />
      </section>
      <Actions creator={creator} />
      <SalesNotice />
      <ErrorBoundary name="Analytics">
        <AnalyticsOverview creator={creator} />
      </ErrorBoundary>
      <ErrorBoundary name="Live tiles">
        <LiveTiles creator={creator} />
      </ErrorBoundary>
    </>
  );
}

/** For creators whose page sells something. */
function SalesNotice() {
  const { data: tiles } = useQuery(tilesQuery);
  return tiles?.some(({ product_id }) => product_id !== null) && <TestModeNotice />;
}

function Actions({ creator }: { creator: Creator }) {
  const look = "max-sm:px-1.5! max-[350px]:text-[15px]";
  return (
    <div className="grid grid-cols-2 gap-2.5 sm:flex sm:flex-wrap">
      <Link to={paths.products()} className={`${buttonClass("primary")} ${look}`}>
        Manage products
      </Link>
      <Button href={paths.creator(creator.handle)} className={look}>
        Preview live page
      </Button>
      <Link to={paths.settings()} className={`${buttonClass()} ${look}`}>
        Edit profile
      </Link>
      {creator.is_admin && (
        <Link to={paths.adminUsers()} className={`${buttonClass()} ${look}`}>
          Admin view
        </Link>
      )}
      <LogoutButton className={look} />
    </div>
  );
}

/** `?verified=1`: the mail's link was followed, so what was said about it is over. */
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
