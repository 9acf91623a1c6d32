import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { storefrontRoutes } from "../../../contract/api/storefront.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { request } from "../../lib/api.ts";
import { rich } from "../../lib/rich.ts";
import { Alert } from "../../ui/alert.tsx";
import { useCreator } from "../creator-context.ts";
import { connectQuery } from "./connect-queries.ts";

/** How buyers of the creator's products pay, as the public page shows it. */
const sellsQuery = (handle: string) =>
  queryOptions({
    queryKey: ["sells", handle],
    queryFn: async ({ signal }) =>
      (await request(storefrontRoutes.creator, { params: { handle }, signal })).creator.sells,
    // An account may have been connected since the last request.
    staleTime: 0,
  });

/** Warns that buyers pay nothing or cannot buy, and leads to a remedy. Shows nothing for real sales. */
export function TestModeNotice() {
  const { data: sells } = useQuery(sellsQuery(useCreator().handle));
  if (sells === "mock") return <NotCharged />;
  if (sells === "off")
    return (
      <Alert tone="warn">
        {rich("Nothing can be bought from your page at the moment. <part>Check ‘Get paid’</part>", {
          part: (inside) => <GetPaid>{inside}</GetPaid>,
        })}
      </Alert>
    );
  return sells === "real" ? <OfProvider /> : null;
}

/** Shows the notice for sales with a provider's test keys. */
function OfProvider() {
  const { data: status } = useQuery(connectQuery);
  if (!status || status.mode === "live") return null;
  return <NotCharged />;
}

function NotCharged() {
  return (
    <p className="text-muted">
      {rich("Buyers aren't charged: payments run in test mode. <part>Get paid</part>", {
        part: (inside) => <GetPaid>{inside}</GetPaid>,
      })}
    </p>
  );
}

function GetPaid({ children }: { children: ReactNode }) {
  return (
    <Link to={paths.getPaid()} className="link whitespace-nowrap">
      {children}
    </Link>
  );
}
