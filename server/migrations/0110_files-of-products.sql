CREATE TABLE "product_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"file_id" text NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "access" ADD COLUMN "product_file_id" bigint;--> statement-breakpoint
ALTER TABLE "access" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "product_files" ADD CONSTRAINT "product_files_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_files" ADD CONSTRAINT "product_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "product_files_product_id_position_unique" ON "product_files" USING btree ("product_id","position");--> statement-breakpoint
CREATE INDEX "product_files_file_id" ON "product_files" USING btree ("file_id");--> statement-breakpoint
ALTER TABLE "access" ADD CONSTRAINT "access_product_file_id_product_files_id_fk" FOREIGN KEY ("product_file_id") REFERENCES "public"."product_files"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE INDEX "access_product_file_id" ON "access" USING btree ("product_file_id") WHERE "access"."product_file_id" is not null;--> statement-breakpoint
INSERT INTO "product_files" ("product_id", "position", "file_id", "name")
SELECT product."id", 0, product."file_id", file."name"
FROM "products" product JOIN "files" file ON file."id" = product."file_id"
ORDER BY product."id";
