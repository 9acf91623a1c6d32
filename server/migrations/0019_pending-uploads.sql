CREATE TABLE "pending_uploads" (
	"file_id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "pending_uploads_started_at" ON "pending_uploads" USING btree ("started_at");