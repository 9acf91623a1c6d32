CREATE INDEX "billing_checkouts_creator_id" ON "billing_checkouts" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "campaign_links_product_id" ON "campaign_links" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "connect_accounts_creator_id" ON "connect_accounts" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "discounts_creator_id" ON "discounts" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "order_disputes_order_payment_id" ON "order_disputes" USING btree ("order_payment_id");--> statement-breakpoint
CREATE INDEX "products_creator_id" ON "products" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "sandbox_links_account_id" ON "sandbox_links" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sandbox_payments_email" ON "sandbox_payments" USING btree (lower("email"));
