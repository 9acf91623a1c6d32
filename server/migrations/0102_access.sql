CREATE TABLE "access" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"line_id" bigint NOT NULL,
	"kind" text DEFAULT 'file' NOT NULL,
	"file_id" text,
	"starts_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_reason" text,
	"keep" boolean DEFAULT false NOT NULL,
	"seed" uuid DEFAULT gen_random_uuid(),
	"link_version" integer DEFAULT 0 NOT NULL,
	"token_hash" "bytea",
	"link_expires_at" timestamp with time zone,
	"use_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "access_kind_known" CHECK ("access"."kind" in ('file')),
	CONSTRAINT "access_end_has_reason" CHECK (("access"."ended_at" is null) = ("access"."ended_reason" is null)),
	CONSTRAINT "access_without_file_ended" CHECK ("access"."file_id" is not null or "access"."ended_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "access" ADD CONSTRAINT "access_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "access" ADD CONSTRAINT "access_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "access" ADD CONSTRAINT "access_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "access_token_hash_unique" ON "access" USING btree ("token_hash");
--> statement-breakpoint
CREATE INDEX "access_order_id" ON "access" USING btree ("order_id");
--> statement-breakpoint
CREATE INDEX "access_line_id" ON "access" USING btree ("line_id");
--> statement-breakpoint
CREATE INDEX "access_file_id" ON "access" USING btree ("file_id");
