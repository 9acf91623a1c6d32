import { useQuery } from "@tanstack/react-query";
import { Navigate, Outlet, useLocation } from "react-router";
import { paths } from "../../contract/paths.ts";
import { meQuery } from "../lib/session.ts";

/** Hands the creator to the pages in it. A session that ends while they are open leads to signing in and back. */
export function SignedInArea() {
  const { data: creator } = useQuery(meQuery);
  const { pathname, search } = useLocation();
  if (!creator) return <Navigate to={paths.auth({ redirect: `${pathname}${search}` })} replace />;
  return <Outlet context={creator} />;
}
