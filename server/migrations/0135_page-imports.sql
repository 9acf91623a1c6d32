CREATE TABLE "page_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"creator_id" bigint NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"added" jsonb NOT NULL,
	"rest" jsonb NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "page_imports" ADD CONSTRAINT "page_imports_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "page_imports_creator_id" ON "page_imports" USING btree ("creator_id","created_at");