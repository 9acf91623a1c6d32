import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useSearchParams } from "react-router";
import { paths } from "../../../contract/paths.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { isVerified, meQuery, setVerificationNotice } from "../../lib/session.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { useCreator } from "../creator-context.ts";
import { LiveTiles } from "../tiles/live-tiles.tsx";
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
      <div className="flex flex-wrap gap-2.5">
        <Link to={paths.products()} className={`${buttonClass("primary")} max-sm:flex-1 max-sm:px-2.5!`}>
          Manage products
        </Link>
        <Button href={paths.creator(creator.handle)} className="max-sm:flex-1 max-sm:px-2.5!">
          Preview live page
        </Button>
      </div>
      <LiveTiles creator={creator} />
    </>
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
