import { useState } from "react";
import { toast } from "sonner";
import { z } from "zod";
import type { CreatorLine } from "../../../../contract/api/order-lines.ts";
import type { CreatorOrderDetail } from "../../../../contract/api/orders.ts";
import { limits } from "../../../../contract/rules/limits.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { FormErrorNotice, SubmitButton } from "../../../ui/form-actions.tsx";
import { TextField } from "../../../ui/form-fields.tsx";
import { useRequestForm } from "../../../widgets/request-form.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";
import { UnsavedChangesGuard } from "../../../widgets/unsaved-changes-guard.tsx";
import { isWithdrawn } from "./order-texts.ts";
import { useShip } from "./queries.ts";

/** The shipping state of the goods of an order, and a button to change it. */
export function OrderShipping({ order }: { order: CreatorOrderDetail }) {
  const [isEditing, setIsEditing] = useState(false);
  // After a withdrawal only the refund is due.
  const canShip = (order.status === "paid" || order.status === "partially_refunded") && !isWithdrawn(order);
  const close = () => setIsEditing(false);
  const isDue = order.shipped_at === null || order.lines.some(isLineDue);
  const hasGoods = order.lines.some(({ type }) => type === "physical");
  if (!hasGoods || (!canShip && order.shipped_at === null)) return null;
  return (
    <Card title="Shipping">
      {order.shipped_at && (
        <p className="[overflow-wrap:anywhere]">
          <span>Shipped on </span>
          <Timestamp at={order.shipped_at} show="day" />
          <span>.</span>
          {order.tracking !== null && (
            <span dir="auto" className="block text-muted">
              Tracking: {order.tracking}
            </span>
          )}
        </p>
      )}
      {canShip && (isEditing || isDue) ? (
        <ShipForm order={order} onCancel={isEditing ? close : null} onDone={close} />
      ) : (
        canShip && (
          <div>
            <Button onClick={() => setIsEditing(true)}>
              {order.tracking === null ? "Add tracking" : "Change tracking"}
            </Button>
          </div>
        )
      )}
    </Card>
  );
}

const isLineDue = ({ type, shipped_at, withdrawn_at, amount_cents, refunded_cents }: CreatorLine) =>
  type === "physical" &&
  shipped_at === null &&
  withdrawn_at === null &&
  (amount_cents === 0 || refunded_cents < amount_cents);

const ShipValues = z.object({ tracking: z.string() });

type ShipFormProps = {
  order: CreatorOrderDetail;
  /** Null if only the form is shown. */
  onCancel: (() => void) | null;
  onDone: () => void;
};

function ShipForm({ order, onCancel, onDone }: ShipFormProps) {
  const ship = useShip(order.id);
  const isChange = order.shipped_at !== null;
  const { form, onSubmit } = useRequestForm(ShipValues, {
    values: { tracking: order.tracking ?? "" },
    send: async ({ tracking }) => {
      await ship.mutateAsync(tracking.trim() || null);
      toast.success(isChange ? "Tracking saved." : "Marked as shipped.");
      onDone();
    },
    failure: "Couldn't save. Please try again.",
  });
  const { isDirty } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <TextField
        form={form}
        name="tracking"
        label="Tracking"
        optional
        help={order.buyer.email === null ? undefined : "We'll email it to the buyer."}
        maxLength={limits.tracking.max}
        autoComplete="off"
      />
      <FormErrorNotice form={form} />
      <div className="flex flex-wrap gap-2.5">
        <SubmitButton busy={ship.isPending} busyLabel="Saving…">
          {isChange ? "Save tracking" : "Mark as shipped"}
        </SubmitButton>
        {onCancel && (
          <Button onClick={onCancel} disabled={ship.isPending}>
            Cancel
          </Button>
        )}
      </div>
      <UnsavedChangesGuard unsaved={isDirty && !ship.isPending} />
    </form>
  );
}
