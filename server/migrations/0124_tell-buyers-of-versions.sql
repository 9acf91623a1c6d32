CREATE TABLE "product_news_ends" (
	"product_id" bigint NOT NULL,
	"email_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_news_ends_product_id_email_hash_pk" PRIMARY KEY("product_id","email_hash")
);
--> statement-breakpoint
CREATE TABLE "version_notices" (
	"product_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"email_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "version_notices_product_id_number_email_hash_pk" PRIMARY KEY("product_id","number","email_hash")
);
--> statement-breakpoint
ALTER TABLE "product_versions" ADD COLUMN "announced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "product_news_ends" ADD CONSTRAINT "product_news_ends_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version_notices" ADD CONSTRAINT "version_notices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;