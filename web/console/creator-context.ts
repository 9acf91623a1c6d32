import { useOutletContext } from "react-router";
import type { Creator } from "../../contract/api/creators.ts";

/** The signed-in creator, who always exists inside the console. */
export function useCreator(): Creator {
  return useOutletContext<Creator>();
}
