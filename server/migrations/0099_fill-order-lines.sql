-- Apart from the other steps, so that no lock keeps orders from being written while this reads all of them. The oldest orders have no price.
INSERT INTO order_lines (order_id, position, product_id, name, type, item_cents, discount_cents, shipping_cents, amount_cents, refunded_cents,
  media_url, accent_id, stock_reserved, shipped_at, tracking, withdrawn_at, withdrawal_name)
SELECT id, 0, product_id, product_name, product_type, amount_cents + discount_cents - shipping_cents, discount_cents, shipping_cents, amount_cents, refunded_cents,
  media_url, accent_id, stock_reserved, shipped_at, tracking, withdrawn_at, withdrawal_name
FROM orders;
