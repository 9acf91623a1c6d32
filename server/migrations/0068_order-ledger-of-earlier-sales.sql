-- Entries of the orders that were paid before there was a ledger. The trigger writes at the same time: what it has written is left out.
INSERT INTO ledger_entries (order_id, creator_id, at, sales, amount_cents, discount_cents, shipping_cents, fee_cents, provider_fee_cents, unknown_provider_fees)
SELECT o.id, o.creator_id, o.paid_at, 1, o.amount_cents, o.discount_cents, o.shipping_cents, o.fee_cents, coalesce(o.provider_fee_cents, 0),
  (o.provider NOT IN ('mock', 'free') AND o.amount_cents > 0 AND o.provider_fee_cents IS NULL)::integer
FROM orders o
WHERE o.paid_at IS NOT NULL AND NOT EXISTS (SELECT FROM ledger_entries l WHERE l.order_id = o.id AND l.sales = 1);--> statement-breakpoint
-- Each refund when it was made.
INSERT INTO ledger_entries (order_id, creator_id, at, refunded_cents)
SELECT o.id, o.creator_id, r.created_at, r.amount_cents
FROM order_refunds r JOIN order_payments p ON p.id = r.order_payment_id JOIN orders o ON o.id = r.order_id
WHERE o.paid_at IS NOT NULL AND r.status IN ('done', 'pending') AND p.status = 'paid' AND NOT p.is_duplicate AND NOT p.is_held
  AND coalesce((SELECT sum(l.refunded_cents) FROM ledger_entries l WHERE l.order_id = o.id), 0) < o.refunded_cents;--> statement-breakpoint
-- What the steps above have not written, at the time of the last refund or dispute: disputes, returned fees, and corrections, so that an order's entries add up to it.
INSERT INTO ledger_entries (order_id, creator_id, at, amount_cents, discount_cents, shipping_cents, refunded_cents, disputed_cents, fee_cents, fee_returned_cents, provider_fee_cents, unknown_provider_fees)
SELECT o.id, o.creator_id,
  greatest(o.paid_at, (SELECT max(r.created_at) FROM order_refunds r WHERE r.order_id = o.id AND r.status IN ('done', 'pending')),
    (SELECT max(d.created_at) FROM order_disputes d WHERE d.order_id = o.id AND d.status IN ('open', 'lost'))),
  o.amount_cents - l.amount_cents, o.discount_cents - l.discount_cents, o.shipping_cents - l.shipping_cents,
  o.refunded_cents - l.refunded_cents, o.disputed_cents - l.disputed_cents, o.fee_cents - l.fee_cents,
  o.fee_returned_cents - l.fee_returned_cents, coalesce(o.provider_fee_cents, 0) - l.provider_fee_cents,
  (o.provider NOT IN ('mock', 'free') AND o.amount_cents > 0 AND o.provider_fee_cents IS NULL)::integer - l.unknown_provider_fees
FROM orders o JOIN (
  SELECT order_id, sum(amount_cents) AS amount_cents, sum(discount_cents) AS discount_cents, sum(shipping_cents) AS shipping_cents,
    sum(refunded_cents) AS refunded_cents, sum(disputed_cents) AS disputed_cents, sum(fee_cents) AS fee_cents,
    sum(fee_returned_cents) AS fee_returned_cents, sum(provider_fee_cents) AS provider_fee_cents, sum(unknown_provider_fees) AS unknown_provider_fees
  FROM ledger_entries GROUP BY order_id
) l ON l.order_id = o.id
WHERE (o.amount_cents, o.discount_cents, o.shipping_cents, o.refunded_cents, o.disputed_cents, o.fee_cents, o.fee_returned_cents, coalesce(o.provider_fee_cents, 0),
    (o.provider NOT IN ('mock', 'free') AND o.amount_cents > 0 AND o.provider_fee_cents IS NULL)::integer)
  <> (l.amount_cents, l.discount_cents, l.shipping_cents, l.refunded_cents, l.disputed_cents, l.fee_cents, l.fee_returned_cents, l.provider_fee_cents, l.unknown_provider_fees);
