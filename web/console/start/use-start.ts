import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { readStored, store } from "../../lib/browser-storage.ts";
import { sharedKey } from "../dashboard/first-steps.ts";
import { tilesQuery } from "../tiles/queries.ts";

export const START_STEPS = ["profile", "look", "links", "share"] as const;
export type StartStep = (typeof START_STEPS)[number];
const Stored = z.enum([...START_STEPS, "closed"]);

export type Start = {
  /** The current step, or null while the guide is not shown. */
  step: StartStep | null;
  /** True if the guide of an empty page was closed. */
  canResume: boolean;
  go: (step: StartStep | "closed") => void;
};

/** The creator's step in the guide, stored in this browser. */
export function useStart(creatorId: number): Start {
  const key = `tessera.start.${creatorId}`;
  const [stored, setStored] = useState(() => Stored.catch("profile").parse(readStored("browser", key)));
  const { data: tiles } = useQuery(tilesQuery);
  const isEmpty = tiles?.length === 0;
  // The last step shows the page with its first tiles.
  const isShown = stored !== "closed" && (isEmpty || (tiles !== undefined && stored === "share"));
  return {
    step: isShown ? stored : null,
    canResume: isEmpty && stored === "closed",
    go: (step) => {
      setStored(step);
      store("browser", key, step);
      if (step === "share") store("browser", sharedKey(creatorId), "yes");
    },
  };
}
