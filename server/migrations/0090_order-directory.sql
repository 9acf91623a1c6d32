CREATE TABLE "order_directory" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"words" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_directory" ADD CONSTRAINT "order_directory_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A text without case and accents, as searches compare it. ASCII text has no accents, and is most of the text that is searched.
CREATE FUNCTION searchable(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower_letters(CASE WHEN octet_length(given) = char_length(given) THEN given
    ELSE regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g') END)
$$;
--> statement-breakpoint
-- The words that an order is searched by: the product, and the buyer as long as lists show the buyer.
CREATE FUNCTION order_words(given orders, recipient text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT searchable(CASE WHEN given.restricted_at IS NOT NULL THEN given.product_name
    ELSE concat_ws(E'\n', given.product_name, given.buyer_email, given.buyer_company, recipient) END)
$$;
--> statement-breakpoint
-- The words follow an order and its address, whoever writes them: a node of the release before does as well.
CREATE FUNCTION refresh_order_directory(refreshed bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Of two changes at once the second waits here, and reads below what the first one wrote.
  PERFORM 1 FROM order_directory WHERE order_id = refreshed FOR UPDATE;
  INSERT INTO order_directory (order_id, words)
  SELECT o.id, order_words(o, a.name) FROM orders o LEFT JOIN order_addresses a ON a.order_id = o.id WHERE o.id = refreshed
  ON CONFLICT (order_id) DO UPDATE SET words = excluded.words;
END $$;
--> statement-breakpoint
CREATE FUNCTION follow_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_order_directory(new.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_directory_follows AFTER INSERT OR UPDATE OF product_name, buyer_email, buyer_company, restricted_at ON orders
  FOR EACH ROW EXECUTE FUNCTION follow_order();
--> statement-breakpoint
CREATE FUNCTION follow_order_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_order_directory(coalesce(new.order_id, old.order_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_directory_follows AFTER INSERT OR DELETE OR UPDATE OF name ON order_addresses
  FOR EACH ROW EXECUTE FUNCTION follow_order_address();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refresh_user_directory(refreshed uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Of two changes at once the second waits here, and reads below what the first one wrote.
  PERFORM 1 FROM user_directory WHERE user_id = refreshed FOR UPDATE;
  INSERT INTO user_directory (user_id, created_at, is_admin, words)
  SELECT u.id, u.created_at, u.is_admin, searchable(concat_ws(E'\n', u.email, c.handle, c.display_name, c.plan,
    CASE WHEN c.subscription_active THEN 'stripe active' WHEN c.plan = 'creator' THEN 'manual' END))
  FROM users u LEFT JOIN creators c ON c.user_id = u.id WHERE u.id = refreshed
  ON CONFLICT (user_id) DO UPDATE SET created_at = excluded.created_at, is_admin = excluded.is_admin, words = excluded.words;
END $$;
