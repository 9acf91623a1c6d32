CREATE TABLE "direct_uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"creator_id" bigint,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"checking_since" timestamp with time zone,
	"file_id" text,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "direct_uploads" ADD CONSTRAINT "direct_uploads_creator_id_creators_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "direct_uploads_creator_id" ON "direct_uploads" USING btree ("creator_id");