import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { toast } from "sonner";
import type { z } from "zod";
import { creatorRoutes, type ProfileInput } from "../../../contract/api/creators.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { request } from "../../lib/api.ts";
import { setCurrentCreator } from "../../lib/session.ts";

const REDIRECT_MS = 1000;

/** Saves the profile and reports it. `startRedirect` opens the dashboard after one second, unless it is cancelled. */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isRedirecting, setIsRedirecting] = useState(false);
  const save = useMutation({
    mutationFn: async (body: z.input<typeof ProfileInput>) =>
      (await request(creatorRoutes.save, { body })).creator,
    onSuccess: (creator) => {
      setCurrentCreator(queryClient, creator);
      toast.success("Changes saved");
    },
  });
  useEffect(() => {
    if (!isRedirecting) return;
    const timer = setTimeout(() => void navigate(paths.dashboard()), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isRedirecting, navigate]);
  const startRedirect = useCallback(() => setIsRedirecting(true), []);
  const cancelRedirect = useCallback(() => setIsRedirecting(false), []);
  return { save: save.mutateAsync, isSaving: save.isPending, isRedirecting, startRedirect, cancelRedirect };
}
