CREATE TABLE "former_slugs" (
	"creator_id" bigint NOT NULL,
	"slug" text NOT NULL,
	"product_id" bigint,
	"retired_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_slugs_creator_id_slug_pk" PRIMARY KEY("creator_id","slug")
);
--> statement-breakpoint
DROP INDEX "products_creator_id";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "without_tile" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "slug" text;--> statement-breakpoint
-- As `slugOf` and `freeSlug` make them for new products, but for accents, which stay.
DO $$
DECLARE
	product record;
	base text;
	candidate text;
	number integer;
BEGIN
	FOR product IN SELECT id, creator_id, name FROM products ORDER BY id LOOP
		base := left(trim(both '-' from regexp_replace(lower(product.name), '[^[:alnum:]]+', '-', 'g')), 52);
		base := coalesce(nullif(trim(both '-' from base), ''), 'product');
		candidate := base;
		number := 1;
		WHILE candidate IN ('about', 'feed', 'feeds', 'legal', 'preview', 'products', 'shop', 'signup', 'tiles')
			OR EXISTS (SELECT FROM products WHERE creator_id = product.creator_id AND slug = candidate) LOOP
			number := number + 1;
			candidate := base || '-' || number;
		END LOOP;
		UPDATE products SET slug = candidate WHERE id = product.id;
	END LOOP;
END $$;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "slug" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "former_slugs" ADD CONSTRAINT "former_slugs_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_slugs" ADD CONSTRAINT "former_slugs_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_slugs_product_id" ON "former_slugs" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "products_slug_unique" ON "products" USING btree ("creator_id","slug");