import { useOutletContext } from "react-router";
import type { Creator } from "../../contract/api/creators.ts";

/** The signed-in creator; inside the console there always is one. */
export function useCreator(): Creator {
  return useOutletContext<Creator>();
}
