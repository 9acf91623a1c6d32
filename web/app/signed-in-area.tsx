import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { paths } from "../../contract/rules/paths.ts";
import { meQuery } from "../lib/session.ts";
import { Confirmation } from "./confirmation/confirmation.tsx";

/**
 * Passes the creator to its pages. When the session ends it leads to signing in and back. When another creator signs in,
 * for example in another tab, the pages start afresh: an open form must not be saved to another account.
 */
export function SignedInArea() {
  const { data: creator } = useQuery(meQuery);
  const { pathname, search } = useLocation();
  if (!creator) return <Navigate to={paths.auth({ redirect: `${pathname}${search}` })} replace />;
  return (
    <Fragment key={creator.id}>
      <Outlet context={creator} />
      <Confirmation />
    </Fragment>
  );
}
