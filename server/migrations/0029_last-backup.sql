CREATE TABLE "last_backup" (
	"single" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"finished_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "last_backup_single" CHECK ("last_backup"."single")
);
