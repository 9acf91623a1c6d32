ALTER TABLE "audience_members" VALIDATE CONSTRAINT "audience_members_source_known";
