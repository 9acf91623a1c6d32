import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { toast } from "sonner";
import { z } from "zod";
import type { CreatorLine } from "../../../../contract/api/order-lines.ts";
import type { CreatorOrderDetail } from "../../../../contract/api/orders.ts";
import { limits } from "../../../../contract/rules/limits.ts";
import { t } from "../../../../contract/texts.ts";
import { rich } from "../../../lib/rich.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { FormErrorNotice, SubmitButton } from "../../../ui/form-actions.tsx";
import { TextField } from "../../../ui/form-fields.tsx";
import { useRequestForm } from "../../../widgets/request-form.tsx";
import { Timestamp } from "../../../widgets/timestamp.tsx";
import { UnsavedChangesGuard } from "../../../widgets/unsaved-changes-guard.tsx";
import { useShip } from "./queries.ts";

/** The shipping state of the goods of an order, and a form to change it. */
export function OrderShipping({ order }: { order: CreatorOrderDetail }) {
  const [isEditing, setIsEditing] = useState(false);
  const goods = order.lines.filter(({ type }) => type === "physical");
  // After a withdrawal only the refund is due.
  const isPaid = order.status === "paid" || order.status === "partially_refunded";
  const kept = isPaid ? goods.filter(isKept) : [];
  const due = kept.filter(({ shipped_at }) => shipped_at === null);
  const close = () => setIsEditing(false);
  if (kept.length === 0 && order.shipped_at === null) return null;
  return (
    <Card title={t("Shipping")}>
      {order.shipped_at && goods.length === 1 && (
        <p className="[overflow-wrap:anywhere]">
          <span>{rich("Shipped on {date}.", { date: <Timestamp at={order.shipped_at} show="day" /> })}</span>
          {order.tracking !== null && (
            <span dir="auto" className="block text-muted">
              {rich("Tracking: {tracking}", { tracking: order.tracking })}
            </span>
          )}
        </p>
      )}
      {goods.length > 1 && due.length === 0 && <p>{t("Nothing is left to ship.")}</p>}
      {kept.length > 0 &&
        (isEditing || due.length > 0 ? (
          <ShipForm
            key={due.map(({ id }) => id).join()}
            order={order}
            goods={kept}
            onCancel={isEditing ? close : null}
            onDone={close}
          />
        ) : (
          <div>
            <Button onClick={() => setIsEditing(true)}>
              {order.tracking === null ? t("Add tracking") : t("Change tracking")}
            </Button>
          </div>
        ))}
    </Card>
  );
}

const isKept = ({ withdrawn_at, amount_cents, refunded_cents }: CreatorLine) =>
  withdrawn_at === null && (amount_cents === 0 || refunded_cents < amount_cents);

const ShipValues = z.object({
  tracking: z.string(),
  lines: z.array(z.string()).min(1, { error: t("Choose at least one product.") }),
});

type ShipFormProps = {
  order: CreatorOrderDetail;
  /** The goods that are or can be shipped. */
  goods: readonly CreatorLine[];
  /** Null if only the form is shown. */
  onCancel: (() => void) | null;
  onDone: () => void;
};

function ShipForm({ order, goods, onCancel, onDone }: ShipFormProps) {
  const ship = useShip(order.id);
  const due = goods.filter(({ shipped_at }) => shipped_at === null);
  const preset = due.length > 0 ? due : goods.filter(({ tracking }) => tracking === goods[0]?.tracking);
  const { form, onSubmit } = useRequestForm(ShipValues, {
    values: {
      tracking: preset[0]?.tracking ?? "",
      lines: preset.map(({ id }) => String(id)),
    },
    send: async ({ tracking, lines }) => {
      await ship.mutateAsync({
        tracking: tracking.trim() || null,
        ...(goods.length > 1 && { lines: lines.map(Number) }),
      });
      toast.success(isChange ? t("Tracking saved.") : t("Marked as shipped."));
      onDone();
    },
    failure: t("Couldn't save. Please try again."),
  });
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each link to the form focuses it once
  useEffect(() => {
    // Focus the field later, because the console first focuses the new page as a whole.
    if (hash === "#ship") queueMicrotask(() => form.setFocus("tracking"));
  }, [hash, key]);
  const chosen = form.watch("lines");
  const isChange = !due.some(({ id }) => chosen.includes(String(id))) && chosen.length > 0;
  const { isDirty, errors } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
      {goods.length > 1 && (
        <fieldset className="grid min-w-0 gap-1" aria-describedby={errors.lines && "ship-lines-error"}>
          <legend className="mb-1.5 font-semibold">{t("Products in the parcel")}</legend>
          {goods.map(({ id, name, shipped_at }) => (
            <label key={id} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                value={String(id)}
                className="size-5 shrink-0 accent-primary"
                {...form.register("lines")}
              />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <bdi>{name}</bdi>
                {shipped_at !== null && <span className="block text-sm text-muted">{t("Shipped")}</span>}
              </span>
            </label>
          ))}
          {errors.lines?.message && <FieldError id="ship-lines-error">{errors.lines.message}</FieldError>}
        </fieldset>
      )}
      <TextField
        form={form}
        name="tracking"
        label={t("Tracking")}
        optional
        help={order.buyer.email === null ? undefined : t("We'll email it to the buyer.")}
        maxLength={limits.tracking.max}
        autoComplete="off"
      />
      <FormErrorNotice form={form} />
      <div className="flex flex-wrap gap-2.5">
        <SubmitButton busy={ship.isPending} busyLabel={t("Saving…")}>
          {isChange ? t("Save tracking") : t("Mark as shipped")}
        </SubmitButton>
        {onCancel && (
          <Button onClick={onCancel} disabled={ship.isPending}>
            {t("Cancel")}
          </Button>
        )}
      </div>
      <UnsavedChangesGuard unsaved={isDirty && !ship.isPending} />
    </form>
  );
}
