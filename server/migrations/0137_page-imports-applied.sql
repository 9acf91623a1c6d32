ALTER TABLE "page_imports" ALTER COLUMN "id" SET DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "page_imports" ADD COLUMN "applied_at" timestamp with time zone;