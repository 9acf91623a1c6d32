import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import {
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookInput,
  type WebhookPatch,
  webhookRoutes,
} from "../../../../contract/api/webhooks.ts";
import { t } from "../../../../contract/texts.ts";
import { request } from "../../../lib/api.ts";
import { listQuery } from "../../../lib/list-query.ts";

const WEBHOOKS = ["webhooks"];

/** The creator's webhooks, oldest first. */
export const webhooksQuery = queryOptions({
  queryKey: [...WEBHOOKS, "list"],
  queryFn: async ({ signal }) => (await request(webhookRoutes.list, { signal })).endpoints,
  // Deliveries change their state without the console.
  staleTime: 0,
});

const RELOAD_MS = 2_000;

/** A page of the deliveries to a webhook, newest first. Reloads while one is waiting. */
export const deliveriesQuery = ({ id }: Pick<WebhookEndpoint, "id">, page: number) => ({
  ...listQuery([...WEBHOOKS, "deliveries", id, page], webhookRoutes.deliveries, {
    params: { id },
    query: { page },
  }),
  refetchInterval: (query: { state: { data?: { deliveries: readonly WebhookDelivery[] } | undefined } }) =>
    query.state.data?.deliveries.some(isDue) ? RELOAD_MS : false,
});

const isDue = ({ next_at }: WebhookDelivery) => next_at !== null && Date.parse(next_at) <= Date.now();

function useReload() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: WEBHOOKS });
}

/** Adds a webhook. Caches no response, because the secret is shown once. */
export const useAddWebhook = () =>
  useMutation({
    mutationFn: (body: WebhookInput) => request(webhookRoutes.create, { body }),
    gcTime: 0,
    onSettled: useReload(),
  });

export const useChangeWebhook = () =>
  useMutation({
    mutationFn: ({ id, ...body }: WebhookPatch & Pick<WebhookEndpoint, "id">) =>
      request(webhookRoutes.update, { params: { id }, body }),
    onSettled: useReload(),
  });

/** Replaces a secret. Caches no response, because the secret is shown once. */
export const useRotateSecret = () =>
  useMutation({
    mutationFn: ({ id }: WebhookEndpoint) => request(webhookRoutes.rotate, { params: { id } }),
    gcTime: 0,
    onSettled: useReload(),
  });

export const useSendTest = () =>
  useMutation({
    mutationFn: ({ id }: WebhookEndpoint) => request(webhookRoutes.test, { params: { id } }),
    onSettled: useReload(),
  });

export const useSendAgain = ({ id }: WebhookEndpoint) =>
  useMutation({
    mutationFn: (delivery: WebhookDelivery) =>
      request(webhookRoutes.redeliver, { params: { id, delivery: delivery.id } }),
    onSettled: useReload(),
  });

export const useDeleteWebhook = () =>
  useMutation({
    mutationFn: ({ id }: WebhookEndpoint) => request(webhookRoutes.remove, { params: { id } }),
    onSuccess: () => void toast.success(t("Webhook deleted.")),
    onSettled: useReload(),
  });
