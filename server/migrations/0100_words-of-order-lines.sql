-- The words that an order is searched by: the names of its lines, and the buyer as long as lists show the buyer.
CREATE OR REPLACE FUNCTION order_words(given orders, recipient text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT searchable(CASE WHEN given.restricted_at IS NOT NULL THEN coalesce(sold.names, '')
    ELSE concat_ws(E'\n', sold.names, given.buyer_email, given.buyer_company, recipient) END)
  FROM (SELECT string_agg(name, E'\n' ORDER BY position) AS names FROM order_lines WHERE order_id = given.id) sold
$$;
--> statement-breakpoint
CREATE FUNCTION follow_order_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_order_directory(new.order_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_directory_follows AFTER INSERT OR UPDATE OF name ON order_lines
  FOR EACH ROW EXECUTE FUNCTION follow_order_line();
--> statement-breakpoint
-- An order is inserted with its lines, so that their trigger writes its words.
DROP TRIGGER order_directory_follows ON orders;
--> statement-breakpoint
CREATE TRIGGER order_directory_follows AFTER UPDATE OF buyer_email, buyer_company, restricted_at ON orders
  FOR EACH ROW EXECUTE FUNCTION follow_order();
