CREATE TABLE "product_versions" (
	"product_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"note" text,
	"file_ids" bigint[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_versions_product_id_number_pk" PRIMARY KEY("product_id","number")
);
--> statement-breakpoint
ALTER TABLE "product_versions" ADD CONSTRAINT "product_versions_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;