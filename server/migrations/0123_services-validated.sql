ALTER TABLE "products" VALIDATE CONSTRAINT "products_type_known";
