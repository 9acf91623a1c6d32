-- An account that several subjects of one provider were linked to belongs to the first of them; the others' sessions end.
DELETE FROM "sessions" WHERE "user_id" IN (SELECT "user_id" FROM "identities" GROUP BY "user_id", "provider" HAVING count(*) > 1);--> statement-breakpoint
DELETE FROM "identities" AS "later" USING "identities" AS "earlier"
WHERE "later"."user_id" = "earlier"."user_id" AND "later"."provider" = "earlier"."provider"
  AND ("later"."created_at", "later"."subject") > ("earlier"."created_at", "earlier"."subject");--> statement-breakpoint
DROP INDEX "identities_user_id";--> statement-breakpoint
CREATE UNIQUE INDEX "identities_user_id_provider_unique" ON "identities" USING btree ("user_id","provider");