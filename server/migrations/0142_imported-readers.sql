ALTER TABLE "audience_members" DROP CONSTRAINT "audience_members_source_known";--> statement-breakpoint
ALTER TABLE "page_imports" ADD COLUMN "kind" text DEFAULT 'page' NOT NULL;--> statement-breakpoint
ALTER TABLE "audience_members" ADD CONSTRAINT "audience_members_source_known" CHECK ("audience_members"."source" in ('signup', 'order', 'import')) NOT VALID;