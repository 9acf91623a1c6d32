import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { toast } from "sonner";
import type { z } from "zod";
import { creatorRoutes, type ProfileInput } from "../../../contract/creators.ts";
import { paths } from "../../../contract/paths.ts";
import { request } from "../../lib/api.ts";
import { setCurrentCreator } from "../../lib/session.ts";

const REDIRECT_MS = 1000;

/** Saves the profile, says so, and a second later leads to the dashboard. */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [saved, setSaved] = useState(false);
  const save = useMutation({
    mutationFn: async (body: z.input<typeof ProfileInput>) =>
      (await request(creatorRoutes.save, { body })).creator,
    onSuccess: (creator) => {
      setCurrentCreator(queryClient, creator);
      toast.success("Changes saved");
      setSaved(true);
    },
  });
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => void navigate(paths.dashboard()), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [saved, navigate]);
  return { save: save.mutateAsync, isSaving: save.isPending, isSaved: saved };
}
