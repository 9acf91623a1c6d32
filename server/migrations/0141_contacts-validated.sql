ALTER TABLE "tiles" VALIDATE CONSTRAINT "tiles_type_known";
