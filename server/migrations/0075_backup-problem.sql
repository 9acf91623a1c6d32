CREATE TABLE "backup_problem" (
	"single" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"problem" text NOT NULL,
	CONSTRAINT "backup_problem_single" CHECK ("backup_problem"."single")
);
