ALTER TABLE "discounts" VALIDATE CONSTRAINT "discounts_series_id_discount_series_id_fk";
