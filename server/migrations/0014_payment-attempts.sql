ALTER TABLE "billing_checkouts" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "resource_id" text;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "connect_accounts" ADD COLUMN "attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Events that are not handled yet still name what they are about in their payload alone.
update payment_events set
  resource_id = case
    when concerns = 'account' then coalesce(payload::json ->> 'account', payload::json #>> '{data,object,id}')
    when type like 'invoice.%' then coalesce(
      payload::json #>> '{data,object,subscription,id}',
      payload::json #>> '{data,object,subscription}',
      payload::json #>> '{data,object,parent,subscription_details,subscription,id}',
      payload::json #>> '{data,object,parent,subscription_details,subscription}')
    else payload::json #>> '{data,object,id}'
  end,
  reference = case when concerns = 'checkout' then coalesce(
    payload::json #>> '{data,object,client_reference_id}',
    payload::json #>> '{data,object,metadata,tessera_reference}') end
where handled_at is null and payload <> '';
