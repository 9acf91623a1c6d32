import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { toast } from "sonner";
import { orderActionRoutes } from "../../../../contract/api/order-actions.ts";
import { orderEmailRoutes } from "../../../../contract/api/order-emails.ts";
import type { CreatorOrderDetail } from "../../../../contract/api/orders.ts";
import { labelOf } from "../../../../contract/rules/order-states.ts";
import { t } from "../../../../contract/texts.ts";
import { ApiError, request } from "../../../lib/api.ts";
import { formatMoney } from "../../../lib/format.ts";
import { freshQuery } from "../../../lib/list-query.ts";
import { newUuid } from "../new-uuid.ts";
import { ORDERS } from "../overview-query.ts";
import { refundState } from "./order-texts.ts";
import type { Refund } from "./refund-draft.ts";
import { findRefundRequest, removeRefundRequest, saveRefundRequest } from "./refund-request.ts";

/** An order of the creator. It is never fresh, because it can change at the provider at any time. */
export const orderQuery = (id: string) =>
  freshQuery(["order", id], orderActionRoutes.show, { params: { id } });

function useSaveOrder(id: number) {
  const queryClient = useQueryClient();
  return {
    save: (response: { order: CreatorOrderDetail }) => {
      queryClient.setQueryData(orderQuery(String(id)).queryKey, response);
      void queryClient.invalidateQueries({ queryKey: ORDERS });
    },
    reload: () => void queryClient.invalidateQueries(orderQuery(String(id))),
  };
}

/** Marks goods of an order as shipped, or changes their tracking number. */
export function useShip(id: number) {
  const { save, reload } = useSaveOrder(id);
  return useMutation({
    mutationFn: (body: { tracking: string | null; lines?: number[] }) =>
      request(orderActionRoutes.ship, { params: { id }, body }),
    onSuccess: save,
    onError: reload,
  });
}

/** Corrects the email of an order. */
export function useCorrectEmail(id: number) {
  const { save } = useSaveOrder(id);
  return useMutation({
    mutationFn: (body: { email: string; reason: string }) =>
      request(orderEmailRoutes.correct, { params: { id }, body }),
    onSuccess: save,
  });
}

/**
 * Refunds an order. Until the server has answered, every further request reuses the id, also after the page was left, so
 * that the order is refunded once. A rejection ends that, because nothing was refunded.
 */
export function useRefund(order: CreatorOrderDetail) {
  const { save, reload } = useSaveOrder(order.id);
  const requestId = useRef<string>(null);
  const removeRequest = () => {
    requestId.current = null;
    removeRefundRequest(order);
  };
  return useMutation({
    mutationFn: ({ keepAccess, ...refund }: Refund) => {
      const isFirst = requestId.current === null;
      requestId.current ??= findRefundRequest(order) ?? newUuid();
      if (isFirst) saveRefundRequest(order, requestId.current);
      const body = {
        ...refund,
        requestId: requestId.current,
        ...(keepAccess && { keepAccess }),
      };
      return request(orderActionRoutes.refund, { params: { id: order.id }, body });
    },
    onSuccess: (response) => {
      removeRequest();
      const known = new Set(order.refunds.map(({ id }) => id));
      const made = response.order.refunds.find(({ id }) => !known.has(id));
      save(response);
      if (!made) return;
      const amount = formatMoney(made.amount_cents, order.currency);
      if (made.status === "asked")
        toast.success(
          made.failure === null
            ? t("{amount} will be refunded as soon as {provider} can be reached.", {
                amount,
                provider: labelOf(order.provider),
              })
            : refundState(made).help,
        );
      else
        toast.success(
          made.status === "done"
            ? t("{amount} refunded.", { amount })
            : t("Refund of {amount} started.", { amount }),
        );
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) removeRequest();
      reload();
    },
  });
}
