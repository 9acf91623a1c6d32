CREATE TABLE "account_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"takes_handle" boolean NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"result" jsonb,
	"emptied_at" timestamp with time zone,
	CONSTRAINT "account_imports_state_known" CHECK ("account_imports"."state" in ('receiving', 'waiting', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "imported_items" (
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"source_id" text NOT NULL,
	"target_id" text NOT NULL,
	"import_id" uuid NOT NULL,
	CONSTRAINT "imported_items_user_id_source_kind_source_id_pk" PRIMARY KEY("user_id","source","kind","source_id")
);
--> statement-breakpoint
ALTER TABLE "account_imports" ADD CONSTRAINT "account_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_items" ADD CONSTRAINT "imported_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_imports_user_id" ON "account_imports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_imports_unfinished" ON "account_imports" USING btree ("user_id") WHERE "account_imports"."state" = 'waiting';