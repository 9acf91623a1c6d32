-- The tables as commit 25e65fde left them; installations of that state have them already.

CREATE TABLE account_exports (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  user_id uuid,
  state text DEFAULT 'waiting' NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  size bigint,
  sha256 bytea,
  expires_at timestamp with time zone,
  CONSTRAINT account_exports_state_known CHECK (state IN ('waiting', 'ready', 'failed'))
);

CREATE TABLE account_imports (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  user_id uuid,
  state text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  takes_handle boolean NOT NULL,
  done integer DEFAULT 0 NOT NULL,
  total integer NOT NULL,
  result jsonb,
  emptied_at timestamp with time zone,
  CONSTRAINT account_imports_state_known CHECK (state IN ('receiving', 'waiting', 'done', 'failed'))
);

CREATE TABLE announcements (
  creator_id bigint PRIMARY KEY,
  text text NOT NULL,
  url text,
  ends_at timestamp with time zone
);

CREATE TABLE audience_members (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  creator_id bigint NOT NULL,
  email text NOT NULL,
  email_hash bytea NOT NULL,
  source text NOT NULL,
  source_title text NOT NULL,
  tile_id bigint,
  consent_text text NOT NULL,
  consented_at timestamp with time zone DEFAULT now() NOT NULL,
  confirmed_at timestamp with time zone,
  seed uuid DEFAULT gen_random_uuid() NOT NULL,
  token_hash bytea,
  mails_sent smallint DEFAULT 0 NOT NULL,
  mailed_at timestamp with time zone,
  CONSTRAINT audience_members_source_known CHECK (source IN ('signup', 'order'))
);

CREATE TABLE audit_log (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  actor_id uuid NOT NULL,
  action text NOT NULL,
  subject_id text NOT NULL,
  before jsonb,
  after jsonb,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE backup_problem (
  single boolean DEFAULT true PRIMARY KEY,
  found_at timestamp with time zone DEFAULT now() NOT NULL,
  problem text NOT NULL,
  CONSTRAINT backup_problem_single CHECK (single)
);

CREATE TABLE billing_checkouts (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  creator_id bigint NOT NULL,
  product_id text NOT NULL,
  success_url text NOT NULL,
  cancel_url text NOT NULL,
  session_id text,
  status text DEFAULT 'open' NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  attempt integer DEFAULT 0 NOT NULL,
  CONSTRAINT billing_checkouts_session_id_unique UNIQUE (session_id)
);

CREATE TABLE blocks (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  value text NOT NULL,
  note text,
  created_by uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT blocks_kind_known CHECK (kind IN ('email_domain', 'handle', 'link'))
);

CREATE TABLE campaign_link_counts (
  campaign_id bigint NOT NULL,
  place integer NOT NULL,
  url text NOT NULL,
  clicks integer DEFAULT 0 NOT NULL,
  CONSTRAINT campaign_link_counts_campaign_id_place_pk PRIMARY KEY (campaign_id, place)
);

CREATE TABLE campaign_links (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  creator_id bigint NOT NULL,
  name text NOT NULL,
  title text NOT NULL,
  source text NOT NULL,
  product_id bigint,
  ends_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE campaign_recipients (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  campaign_id bigint NOT NULL,
  address text,
  address_hash bytea NOT NULL,
  state text DEFAULT 'queued' NOT NULL,
  reason text,
  settled_at timestamp with time zone,
  CONSTRAINT campaign_recipients_state_known CHECK (state IN ('queued', 'sent', 'failed', 'skipped'))
);

CREATE TABLE campaigns (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  created_by uuid NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  template text,
  cta_label text,
  cta_url text,
  audience text,
  fingerprint bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  awaited integer DEFAULT 0 NOT NULL,
  outcome jsonb,
  creator_id bigint,
  recipient_count integer DEFAULT 0 NOT NULL,
  image_id text,
  image_alt text DEFAULT '' NOT NULL,
  page_key text,
  published_at timestamp with time zone,
  unsubscribed integer DEFAULT 0 NOT NULL,
  CONSTRAINT campaigns_cta_whole CHECK (((cta_label IS NULL) = (cta_url IS NULL))),
  CONSTRAINT campaigns_template_of_administrators CHECK (((creator_id IS NULL) = (template IS NOT NULL)))
);

CREATE TABLE connect_accounts (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  creator_id bigint NOT NULL,
  account_id text,
  currently_due jsonb DEFAULT '[]'::jsonb NOT NULL,
  past_due jsonb DEFAULT '[]'::jsonb NOT NULL,
  revision integer DEFAULT 0 NOT NULL,
  ended_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  attempt integer DEFAULT 0 NOT NULL,
  provider text DEFAULT 'stripe' NOT NULL,
  mode text NOT NULL,
  kind text DEFAULT 'connected' NOT NULL,
  country text,
  can_sell boolean DEFAULT false NOT NULL,
  restriction jsonb,
  platform_id text,
  unknown_since timestamp with time zone
);

CREATE TABLE creator_suppressions (
  creator_id bigint NOT NULL,
  address_hash bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT creator_suppressions_creator_id_address_hash_pk PRIMARY KEY (creator_id, address_hash)
);

CREATE TABLE creators (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id uuid NOT NULL,
  handle text NOT NULL,
  display_name text NOT NULL,
  bio text,
  avatar_url text,
  plan text DEFAULT 'free' NOT NULL,
  subscription_active boolean DEFAULT false NOT NULL,
  stripe_account_id text,
  payment_provider text DEFAULT 'none' NOT NULL,
  payment_account_id text,
  tips_enabled boolean DEFAULT false NOT NULL,
  socials jsonb DEFAULT '[]'::jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  plan_paid boolean DEFAULT false NOT NULL,
  delayed_payments_enabled boolean DEFAULT false NOT NULL,
  time_zone text DEFAULT 'UTC' NOT NULL,
  language text DEFAULT 'en' NOT NULL,
  appearance jsonb DEFAULT '{}'::jsonb NOT NULL,
  sending_stopped boolean DEFAULT false NOT NULL,
  suspension text,
  suspended_for text,
  refund_limit_cents bigint,
  offline_since timestamp with time zone,
  CONSTRAINT creators_handle_lower_case CHECK (handle = lower(handle)),
  CONSTRAINT creators_plan_known CHECK (plan IN ('free', 'creator'))
);

CREATE TABLE daily_counts (
  creator_id bigint NOT NULL,
  day date NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  count bigint NOT NULL,
  CONSTRAINT daily_counts_creator_id_day_kind_name_pk PRIMARY KEY (creator_id, day, kind, name)
)
WITH (fillfactor='80');

CREATE TABLE daily_tile_counts (
  tile_id bigint NOT NULL,
  day date NOT NULL,
  event text NOT NULL,
  count bigint NOT NULL,
  CONSTRAINT daily_tile_counts_tile_id_day_event_pk PRIMARY KEY (tile_id, day, event)
)
WITH (fillfactor='80');

CREATE TABLE decisions (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  creator_id bigint,
  scope text NOT NULL,
  ground text,
  tile_id bigint,
  rule text NOT NULL,
  reason text NOT NULL,
  until timestamp with time zone,
  decided_by uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  lifted_at timestamp with time zone,
  objection text,
  objected_at timestamp with time zone,
  objection_outcome text,
  objection_answer text,
  answered_at timestamp with time zone,
  answered_by uuid,
  CONSTRAINT decisions_scope_known CHECK (scope IN ('none', 'tile', 'page', 'account'))
);

CREATE TABLE deleted_creators (
  creator_id bigint PRIMARY KEY,
  deleted_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE direct_uploads (
  id text PRIMARY KEY,
  creator_id bigint,
  name text NOT NULL,
  bytes bigint NOT NULL,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  checking_since timestamp with time zone,
  file_id text,
  removed_at timestamp with time zone
);

CREATE TABLE discounts (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  creator_id bigint NOT NULL,
  code text NOT NULL,
  percent_off integer,
  amount_off_cents integer,
  currency text,
  product_ids bigint[],
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  max_uses integer,
  taken integer DEFAULT 0 NOT NULL,
  once_per_buyer boolean DEFAULT false NOT NULL,
  active boolean DEFAULT true NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  active_before_deletion boolean,
  CONSTRAINT discounts_amount_positive CHECK (amount_off_cents > 0),
  CONSTRAINT discounts_currency_supported CHECK (currency IN ('eur', 'usd', 'gbp', 'chf', 'sek', 'nok', 'dkk', 'pln', 'czk', 'ron', 'huf', 'cad', 'aud', 'nzd')),
  CONSTRAINT discounts_one_reduction CHECK (((num_nonnulls(percent_off, amount_off_cents) = 1) AND ((currency IS NULL) = (amount_off_cents IS NULL)))),
  CONSTRAINT discounts_percent_within_bounds CHECK (((percent_off >= 1) AND (percent_off <= 100))),
  CONSTRAINT discounts_taken_not_negative CHECK (taken >= 0)
);

CREATE TABLE email_changes (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  user_id uuid NOT NULL,
  old_email text NOT NULL,
  new_email text NOT NULL,
  confirm_hash bytea NOT NULL,
  undo_hash bytea NOT NULL,
  requested_at timestamp with time zone DEFAULT now() NOT NULL,
  confirmed_at timestamp with time zone,
  undo_until timestamp with time zone,
  ended_at timestamp with time zone
);

CREATE TABLE event_location (
  single boolean DEFAULT true PRIMARY KEY,
  database_id uuid NOT NULL,
  location text NOT NULL,
  is_moving boolean DEFAULT false NOT NULL,
  rest_since timestamp with time zone,
  last_id bigint,
  CONSTRAINT event_location_known CHECK (location IN ('main', 'own')),
  CONSTRAINT event_location_single CHECK (single)
);

CREATE TABLE events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  creator_id bigint NOT NULL,
  tile_id bigint,
  event text NOT NULL,
  device text,
  country text,
  source text,
  visitor bytea,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  campaign_id bigint,
  CONSTRAINT events_event_known CHECK (event IN ('page_view', 'tile_click', 'checkout_start', 'purchase', 'profile_share', 'signup', 'play'))
)
PARTITION BY RANGE (created_at);
-- For events of a day without a partition, so that no event is ever rejected.
CREATE TABLE events_default PARTITION OF events DEFAULT;

CREATE TABLE feedback (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id uuid NOT NULL,
  email text NOT NULL,
  category text NOT NULL,
  title text,
  message text NOT NULL,
  page text NOT NULL,
  status text DEFAULT 'open' NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT feedback_category_known CHECK (category IN ('feature', 'bug')),
  CONSTRAINT feedback_status_known CHECK (status IN ('open', 'resolved'))
);

CREATE TABLE files (
  id text PRIMARY KEY,
  creator_id bigint,
  purpose text NOT NULL,
  name text NOT NULL,
  content_type text NOT NULL,
  size bigint NOT NULL,
  sha256 bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  unnamed_since timestamp with time zone,
  width integer,
  height integer
);

CREATE TABLE former_slugs (
  creator_id bigint NOT NULL,
  slug text NOT NULL,
  product_id bigint,
  retired_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT former_slugs_creator_id_slug_pk PRIMARY KEY (creator_id, slug)
);

CREATE TABLE funnel_counts (
  creator_id bigint NOT NULL,
  day date NOT NULL,
  event text NOT NULL,
  tile_id bigint,
  source text,
  campaign_id bigint,
  country text,
  device text,
  count bigint NOT NULL,
  CONSTRAINT funnel_counts_unique UNIQUE NULLS NOT DISTINCT (creator_id, day, event, tile_id, source, campaign_id, country, device)
);

CREATE TABLE funnel_marks (
  creator_id bigint PRIMARY KEY,
  counted_until timestamp with time zone NOT NULL
);

CREATE TABLE funnel_totals (
  creator_id bigint NOT NULL,
  day date NOT NULL,
  dimension text NOT NULL,
  key text NOT NULL,
  page_view bigint NOT NULL,
  tile_click bigint NOT NULL,
  checkout_start bigint NOT NULL,
  signup bigint NOT NULL,
  play bigint NOT NULL,
  CONSTRAINT funnel_totals_creator_id_day_dimension_key_pk PRIMARY KEY (creator_id, day, dimension, key)
);

CREATE TABLE identities (
  provider text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT identities_provider_subject_pk PRIMARY KEY (provider, subject)
);

CREATE TABLE imported_items (
  user_id uuid NOT NULL,
  source text NOT NULL,
  kind text NOT NULL,
  source_id text NOT NULL,
  target_id text NOT NULL,
  import_id uuid NOT NULL,
  CONSTRAINT imported_items_user_id_source_kind_source_id_pk PRIMARY KEY (user_id, source, kind, source_id)
);

CREATE TABLE last_backup (
  single boolean DEFAULT true PRIMARY KEY,
  finished_at timestamp with time zone DEFAULT now() NOT NULL,
  bytes bigint,
  row_count bigint,
  file_count bigint,
  verified_at timestamp with time zone,
  CONSTRAINT last_backup_single CHECK (single)
);

CREATE TABLE ledger_entries (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  creator_id bigint,
  at timestamp with time zone DEFAULT now() NOT NULL,
  sales integer DEFAULT 0 NOT NULL,
  amount_cents integer DEFAULT 0 NOT NULL,
  discount_cents integer DEFAULT 0 NOT NULL,
  shipping_cents integer DEFAULT 0 NOT NULL,
  refunded_cents integer DEFAULT 0 NOT NULL,
  disputed_cents integer DEFAULT 0 NOT NULL,
  fee_cents integer DEFAULT 0 NOT NULL,
  fee_returned_cents integer DEFAULT 0 NOT NULL,
  provider_fee_cents integer DEFAULT 0 NOT NULL,
  unknown_provider_fees integer DEFAULT 0 NOT NULL
);

CREATE TABLE letters (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  creator_id bigint NOT NULL,
  subject text DEFAULT '' NOT NULL,
  body text DEFAULT '' NOT NULL,
  cta_label text DEFAULT '' NOT NULL,
  cta_url text DEFAULT '' NOT NULL,
  image_id text,
  image_alt text DEFAULT '' NOT NULL,
  send_at timestamp with time zone,
  scheduled_by uuid,
  problem text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT letters_scheduled_by_someone CHECK (((send_at IS NULL) = (scheduled_by IS NULL)))
);

CREATE TABLE mollie_grants (
  organization_id text PRIMARY KEY,
  client_id text NOT NULL,
  return_url text NOT NULL,
  profile_id text,
  access_token bytea NOT NULL,
  refresh_token bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE one_time_tokens (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  user_id uuid NOT NULL,
  purpose text NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone
);

CREATE TABLE order_addresses (
  order_id bigint PRIMARY KEY,
  name text NOT NULL,
  line1 text NOT NULL,
  line2 text,
  postal_code text NOT NULL,
  city text NOT NULL,
  state text,
  country text NOT NULL
);

CREATE TABLE order_disputes (
  provider text NOT NULL,
  provider_id text NOT NULL,
  order_id bigint NOT NULL,
  order_payment_id uuid NOT NULL,
  amount_cents integer NOT NULL,
  status text NOT NULL,
  respond_by timestamp with time zone,
  url text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT order_disputes_status_known CHECK (status IN ('warning', 'open', 'won', 'lost', 'closed')),
  CONSTRAINT order_disputes_provider_provider_id_pk PRIMARY KEY (provider, provider_id)
);

CREATE TABLE order_events (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  order_id bigint NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  by text NOT NULL,
  what text NOT NULL,
  amount_cents integer,
  note text
);

CREATE TABLE order_exports (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  csv bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE order_numbers (
  creator_id bigint NOT NULL,
  mode text NOT NULL,
  last integer NOT NULL,
  CONSTRAINT order_numbers_creator_id_mode_pk PRIMARY KEY (creator_id, mode)
);

CREATE TABLE order_payments (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  order_id bigint NOT NULL,
  provider text NOT NULL,
  mode text,
  account text,
  provider_id text,
  intent_id text,
  status text DEFAULT 'open' NOT NULL,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  fee_cents integer NOT NULL,
  fee_returned_cents integer DEFAULT 0 NOT NULL,
  provider_fee_cents integer,
  parameters jsonb,
  url text,
  expires_at timestamp with time zone,
  is_duplicate boolean DEFAULT false NOT NULL,
  is_held boolean DEFAULT false NOT NULL,
  method text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  paid_at timestamp with time zone,
  next_read_at timestamp with time zone,
  purchase jsonb,
  CONSTRAINT order_payments_fee_below_amount CHECK (((fee_cents >= 0) AND ((fee_cents < amount_cents) OR ((fee_cents = 0) AND (amount_cents = 0))))),
  CONSTRAINT order_payments_status_known CHECK (status IN ('open', 'processing', 'paid', 'failed', 'expired', 'cancelled')),
  CONSTRAINT order_payments_provider_id_unique UNIQUE (provider, provider_id)
);

CREATE TABLE order_refunds (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  order_id bigint NOT NULL,
  order_payment_id uuid NOT NULL,
  request_id uuid,
  provider_id text,
  amount_cents integer NOT NULL,
  status text NOT NULL,
  reason text,
  note text,
  source text NOT NULL,
  mailed_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  failure text,
  attempt integer DEFAULT 0 NOT NULL,
  without_fee boolean DEFAULT false NOT NULL,
  fee_returned_at timestamp with time zone,
  CONSTRAINT order_refunds_amount_positive CHECK (amount_cents > 0),
  CONSTRAINT order_refunds_status_known CHECK (status IN ('asked', 'pending', 'done', 'failed')),
  CONSTRAINT order_refunds_provider_id_unique UNIQUE (order_payment_id, provider_id),
  CONSTRAINT order_refunds_request_id_unique UNIQUE (order_id, request_id)
);

CREATE TABLE orders (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  seed uuid DEFAULT gen_random_uuid() NOT NULL,
  creator_id bigint,
  product_id bigint,
  tile_id bigint,
  product_name text NOT NULL,
  product_type text NOT NULL,
  media_url text,
  file_id text,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  fee_bps integer NOT NULL,
  fee_cents integer NOT NULL,
  provider text NOT NULL,
  status text DEFAULT 'pending' NOT NULL,
  buyer_email text,
  checkout_token_hash bytea NOT NULL,
  order_token_hash bytea NOT NULL,
  download_token_hash bytea,
  download_generation integer DEFAULT 0 NOT NULL,
  download_expires_at timestamp with time zone,
  download_count integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  paid_at timestamp with time zone,
  links_mailed_at timestamp with time zone,
  receipt_queued_at timestamp with time zone,
  creator_verified boolean,
  item_cents integer DEFAULT 0 NOT NULL,
  discount_id bigint,
  discount_code text,
  discount_cents integer DEFAULT 0 NOT NULL,
  shipping_cents integer DEFAULT 0 NOT NULL,
  discount_reserved boolean DEFAULT false NOT NULL,
  stock_reserved boolean DEFAULT false NOT NULL,
  mode text,
  account_row_id uuid,
  cancelled_at timestamp with time zone,
  held_reason text,
  refunded_cents integer DEFAULT 0 NOT NULL,
  fee_returned_cents integer DEFAULT 0 NOT NULL,
  provider_fee_cents integer,
  number text,
  seller jsonb,
  buyer_country text,
  note text,
  consent_id text,
  consent_text text,
  consent_language text,
  consent_at timestamp with time zone,
  marketing_consent_text text,
  marketing_consent_at timestamp with time zone,
  keep_access boolean DEFAULT false NOT NULL,
  access_ended_at timestamp with time zone,
  shipped_at timestamp with time zone,
  tracking text,
  restricted_at timestamp with time zone,
  revision integer DEFAULT 0 NOT NULL,
  withdrawn_at timestamp with time zone,
  withdrawal_name text,
  buyer_company text,
  buyer_vat_id text,
  without_tile boolean DEFAULT false NOT NULL,
  accent_id bigint,
  reserved_by text,
  disputed_cents integer DEFAULT 0 NOT NULL,
  visit_source text,
  visit_device text,
  visit_country text,
  visit_campaign_id bigint,
  CONSTRAINT orders_fee_within_amount CHECK (((fee_cents >= 0) AND (fee_cents <= amount_cents))),
  CONSTRAINT orders_refunds_within_amount CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents))),
  CONSTRAINT orders_status_known CHECK (status IN ('pending', 'processing', 'paid', 'partially_refunded', 'refunded', 'disputed', 'failed', 'expired', 'cancelled')),
  CONSTRAINT orders_number_unique UNIQUE (number)
);

CREATE TABLE page_changes (
  creator_id bigint NOT NULL,
  day date DEFAULT ((now() AT TIME ZONE 'UTC'))::date NOT NULL,
  kind text NOT NULL,
  subject_id bigint DEFAULT 0 NOT NULL,
  title text,
  currency text,
  from_cents integer,
  to_cents integer,
  CONSTRAINT page_changes_creator_id_day_kind_subject_id_pk PRIMARY KEY (creator_id, day, kind, subject_id)
);

CREATE TABLE page_purges (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  creator_id bigint NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE passkey_challenges (
  challenge_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL,
  purpose text NOT NULL,
  user_id uuid,
  user_verification text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE passkeys (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  user_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  is_synced boolean NOT NULL,
  is_backed_up boolean NOT NULL,
  aaguid uuid NOT NULL,
  rp_id text NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone
);

CREATE TABLE payment_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  live boolean NOT NULL,
  resource text NOT NULL,
  received_at timestamp with time zone DEFAULT now() NOT NULL,
  handled_at timestamp with time zone,
  error text,
  resource_id text,
  reference text,
  account text,
  intent text,
  provider text DEFAULT 'stripe' NOT NULL,
  deauthorized boolean
);

CREATE TABLE pending_counts (
  creator_id bigint NOT NULL,
  tile_id bigint,
  event text NOT NULL,
  device text,
  country text,
  source text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  count integer DEFAULT 1 NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000', autovacuum_vacuum_insert_threshold='-1', autovacuum_analyze_scale_factor='0', autovacuum_analyze_threshold='100000');

CREATE TABLE pending_sign_ins (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL,
  method text NOT NULL,
  password_state bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE pending_uploads (
  file_id text PRIMARY KEY,
  purpose text NOT NULL,
  started_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE products (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  creator_id bigint NOT NULL,
  name text NOT NULL,
  description text,
  price_cents integer NOT NULL,
  currency text DEFAULT 'eur' NOT NULL,
  type text NOT NULL,
  file_id text,
  media_url text,
  active boolean DEFAULT true NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  min_price_cents integer,
  stock integer,
  shipping_cents integer DEFAULT 0 NOT NULL,
  shipping_abroad_cents integer,
  slug text DEFAULT ('product-' || substr(md5((random())::text), 1, 12)) NOT NULL,
  media_alt text,
  media_focus_x smallint DEFAULT 50 NOT NULL,
  media_focus_y smallint DEFAULT 50 NOT NULL,
  more_images jsonb DEFAULT '[]'::jsonb NOT NULL,
  deleted_at timestamp with time zone,
  active_before_deletion boolean,
  of_tip_tile boolean DEFAULT false NOT NULL,
  CONSTRAINT products_currency_supported CHECK (currency IN ('eur', 'usd', 'gbp', 'chf', 'sek', 'nok', 'dkk', 'pln', 'czk', 'ron', 'huf', 'cad', 'aud', 'nzd')),
  CONSTRAINT products_media_focus_in_percent CHECK (media_focus_x BETWEEN 0 AND 100 AND media_focus_y BETWEEN 0 AND 100),
  CONSTRAINT products_min_price_within_price CHECK (((min_price_cents >= 0) AND (min_price_cents <= price_cents))),
  CONSTRAINT products_price_not_negative CHECK (price_cents >= 0),
  CONSTRAINT products_shipping_not_negative CHECK (((shipping_cents >= 0) AND (COALESCE(shipping_abroad_cents, 0) >= 0))),
  CONSTRAINT products_stock_not_negative CHECK (stock >= 0),
  CONSTRAINT products_type_known CHECK (type IN ('digital', 'physical', 'tip'))
);

CREATE TABLE rate_limits (
  key text PRIMARY KEY,
  points integer DEFAULT 0 NOT NULL,
  expire bigint
);

CREATE TABLE recorded_events (
  cause uuid PRIMARY KEY,
  happened_at timestamp with time zone NOT NULL,
  recorded_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE recovery_codes (
  user_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  CONSTRAINT recovery_codes_user_id_code_hash_pk PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE report_snapshots (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  hash bytea NOT NULL,
  html bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE reports (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  creator_id bigint,
  path text NOT NULL,
  tile_id bigint,
  reason text NOT NULL,
  message text NOT NULL,
  reporter_name text,
  reporter_email text,
  is_mailed boolean DEFAULT false NOT NULL,
  snapshot_id bigint,
  state text DEFAULT 'open' NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  decided_at timestamp with time zone,
  decision_id bigint,
  CONSTRAINT reports_state_known CHECK (state IN ('open', 'objected', 'actioned', 'dismissed', 'reversed'))
);

CREATE TABLE resting_handles (
  handle text PRIMARY KEY,
  until timestamp with time zone NOT NULL,
  creator_id bigint
);

CREATE TABLE sale_emails (
  creator_id bigint PRIMARY KEY,
  sent_at timestamp with time zone
);

CREATE TABLE sandbox_accounts (
  id text PRIMARY KEY,
  idempotency_key text NOT NULL,
  reference text NOT NULL,
  currently_due jsonb NOT NULL,
  past_due jsonb DEFAULT '[]'::jsonb NOT NULL,
  deauthorized boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  owner text NOT NULL,
  country text,
  can_sell boolean DEFAULT false NOT NULL,
  CONSTRAINT sandbox_accounts_idempotency_key_unique UNIQUE (idempotency_key)
);

CREATE TABLE sandbox_checkouts (
  id text PRIMARY KEY,
  idempotency_key text NOT NULL,
  reference text NOT NULL,
  customer_id text NOT NULL,
  product_id text NOT NULL,
  success_url text NOT NULL,
  cancel_url text NOT NULL,
  status text DEFAULT 'open' NOT NULL,
  subscription_id text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  owner text NOT NULL,
  CONSTRAINT sandbox_checkouts_idempotency_key_unique UNIQUE (idempotency_key)
);

CREATE TABLE sandbox_links (
  token_hash bytea PRIMARY KEY,
  account_id text NOT NULL,
  return_url text NOT NULL,
  refresh_url text NOT NULL,
  expires_at timestamp with time zone NOT NULL
);

CREATE TABLE sandbox_payments (
  id text PRIMARY KEY,
  provider text NOT NULL,
  reference uuid NOT NULL,
  account text,
  amount integer NOT NULL,
  currency text NOT NULL,
  fee integer NOT NULL,
  lines jsonb NOT NULL,
  order_number text NOT NULL,
  email text,
  country text,
  return_url text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  status text DEFAULT 'open' NOT NULL,
  method text,
  paid_at timestamp with time zone,
  refunds jsonb DEFAULT '[]'::jsonb NOT NULL,
  disputes jsonb DEFAULT '[]'::jsonb NOT NULL,
  loses_next_event boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  allow_late boolean DEFAULT true NOT NULL,
  CONSTRAINT sandbox_payments_amount CHECK (amount > 0),
  CONSTRAINT sandbox_payments_fee CHECK (((fee >= 0) AND (fee < amount))),
  CONSTRAINT sandbox_payments_reference UNIQUE (provider, reference)
);

CREATE TABLE sandbox_subscriptions (
  id text PRIMARY KEY,
  reference text NOT NULL,
  customer_id text NOT NULL,
  status text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE second_factor_removals (
  user_id uuid PRIMARY KEY,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  actor_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  due_at timestamp with time zone NOT NULL
);

CREATE TABLE second_factors (
  user_id uuid PRIMARY KEY,
  sealed_secret bytea NOT NULL,
  last_step bigint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  enabled_at timestamp with time zone
);

CREATE TABLE sellers (
  creator_id bigint PRIMARY KEY,
  legal_name text NOT NULL,
  address text NOT NULL,
  country text NOT NULL,
  email text NOT NULL,
  phone text,
  vat_id text,
  register text,
  is_trader boolean NOT NULL,
  tax_note text,
  terms_url text,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  delivery_time text,
  pays_return boolean DEFAULT false NOT NULL,
  withdrawal_note text
);

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  method text,
  device text,
  country text,
  confirmed_at timestamp with time zone,
  second_factor_at timestamp with time zone
);

CREATE TABLE sign_in_attempts (
  id uuid PRIMARY KEY,
  browser_hash bytea NOT NULL,
  redirect text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  session_id uuid,
  provider text DEFAULT 'google' NOT NULL
);

CREATE TABLE sign_ins (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  user_id uuid NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  method text NOT NULL,
  outcome text NOT NULL,
  device text,
  country text,
  network text,
  second_factor text
);

CREATE TABLE subscriptions (
  id text PRIMARY KEY,
  creator_id bigint NOT NULL,
  customer_id text,
  status text NOT NULL,
  revision integer NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE suppressed_addresses (
  address_hash bytea PRIMARY KEY,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE tiles (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  creator_id bigint NOT NULL,
  type text NOT NULL,
  title text NOT NULL,
  description text,
  image_url text,
  url text,
  product_id bigint,
  active boolean DEFAULT true NOT NULL,
  "position" integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  button_label text,
  consent_text text,
  hidden boolean DEFAULT false NOT NULL,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  size text DEFAULT 'normal' NOT NULL,
  image_alt text,
  image_focus_x smallint DEFAULT 50 NOT NULL,
  image_focus_y smallint DEFAULT 50 NOT NULL,
  deleted_at timestamp with time zone,
  hidden_before_deletion boolean,
  blocked boolean DEFAULT false NOT NULL,
  CONSTRAINT tiles_ends_after_start CHECK (ends_at > starts_at),
  CONSTRAINT tiles_image_focus_in_percent CHECK (image_focus_x BETWEEN 0 AND 100 AND image_focus_y BETWEEN 0 AND 100),
  CONSTRAINT tiles_size_known CHECK (size IN ('normal', 'wide', 'full')),
  CONSTRAINT tiles_type_known CHECK (type IN ('link', 'link_ad', 'product', 'tip', 'content', 'signup', 'heading'))
);

CREATE TABLE unreported_sales (
  order_id bigint PRIMARY KEY,
  creator_id bigint NOT NULL
);

CREATE TABLE user_directory (
  user_id uuid PRIMARY KEY,
  created_at timestamp with time zone NOT NULL,
  is_admin boolean NOT NULL,
  words text NOT NULL
);

CREATE TABLE users (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  email text NOT NULL,
  password_hash text,
  email_verified_at timestamp with time zone,
  is_admin boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  email_proven_at timestamp with time zone,
  contested_at timestamp with time zone,
  deletion_at timestamp with time zone,
  reclaimed_at timestamp with time zone
);

CREATE TABLE visitor_salts (
  day date PRIMARY KEY,
  salt bytea NOT NULL
);

CREATE TABLE weekly_digests (
  creator_id bigint PRIMARY KEY,
  last_monday date,
  created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE UNIQUE INDEX account_exports_unfinished ON account_exports USING btree (user_id) WHERE (state = 'waiting'::text);
CREATE INDEX account_exports_user_id ON account_exports USING btree (user_id, created_at);
CREATE UNIQUE INDEX account_imports_unfinished ON account_imports USING btree (user_id) WHERE (state = 'waiting'::text);
CREATE INDEX account_imports_user_id ON account_imports USING btree (user_id, created_at);
CREATE INDEX audience_members_email_hash ON audience_members USING btree (email_hash);
CREATE INDEX audience_members_list ON audience_members USING btree (creator_id, consented_at, id);
CREATE UNIQUE INDEX audience_members_once ON audience_members USING btree (creator_id, email_hash);
CREATE INDEX audience_members_tile_id ON audience_members USING btree (tile_id);
CREATE UNIQUE INDEX audience_members_token_hash ON audience_members USING btree (token_hash);
CREATE INDEX audience_members_unconfirmed ON audience_members USING btree (consented_at) WHERE (confirmed_at IS NULL);
CREATE INDEX audit_log_subject ON audit_log USING btree (subject_id, id);
CREATE INDEX billing_checkouts_open ON billing_checkouts USING btree (creator_id) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX blocks_once ON blocks USING btree (kind, value);
CREATE UNIQUE INDEX campaign_links_name_unique ON campaign_links USING btree (creator_id, name);
CREATE INDEX campaign_recipients_address_hash ON campaign_recipients USING btree (address_hash);
CREATE UNIQUE INDEX campaign_recipients_once ON campaign_recipients USING btree (campaign_id, address_hash);
CREATE INDEX campaign_recipients_state ON campaign_recipients USING btree (campaign_id, state, id);
CREATE INDEX campaigns_creator_id ON campaigns USING btree (creator_id, id);
CREATE INDEX campaigns_fingerprint ON campaigns USING btree (fingerprint, created_at);
CREATE UNIQUE INDEX campaigns_page_key ON campaigns USING btree (page_key);
CREATE UNIQUE INDEX connect_accounts_current ON connect_accounts USING btree (creator_id, provider, mode) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX connect_accounts_live_account_id ON connect_accounts USING btree (account_id, provider, mode) WHERE ((kind <> 'own'::text) AND (ended_at IS NULL));
CREATE UNIQUE INDEX creators_handle_unique ON creators USING btree (handle);
CREATE UNIQUE INDEX creators_user_id_unique ON creators USING btree (user_id);
CREATE INDEX decisions_creator_id ON decisions USING btree (creator_id, id);
CREATE INDEX decisions_tile_id ON decisions USING btree (tile_id);
CREATE INDEX decisions_until ON decisions USING btree (until) WHERE ((lifted_at IS NULL) AND (until IS NOT NULL));
CREATE INDEX direct_uploads_creator_id ON direct_uploads USING btree (creator_id);
CREATE UNIQUE INDEX discounts_code_unique ON discounts USING btree (creator_id, lower(code)) WHERE (deleted_at IS NULL);
CREATE INDEX discounts_deleted ON discounts USING btree (creator_id, deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX email_changes_confirm_hash_unique ON email_changes USING btree (confirm_hash);
CREATE INDEX email_changes_old_email ON email_changes USING btree (old_email);
CREATE INDEX email_changes_requested_at ON email_changes USING btree (requested_at);
CREATE UNIQUE INDEX email_changes_undo_hash_unique ON email_changes USING btree (undo_hash);
CREATE INDEX email_changes_user_id ON email_changes USING btree (user_id);
CREATE INDEX events_creator_id ON events USING btree (creator_id, created_at);
CREATE INDEX feedback_status ON feedback USING btree (status, id);
CREATE INDEX feedback_user_id ON feedback USING btree (user_id);
CREATE INDEX files_creator_id ON files USING btree (creator_id);
CREATE INDEX former_slugs_product_id ON former_slugs USING btree (product_id);
CREATE UNIQUE INDEX identities_user_id_provider_unique ON identities USING btree (user_id, provider);
CREATE INDEX ledger_entries_at ON ledger_entries USING btree (at);
CREATE INDEX ledger_entries_creator_id_at ON ledger_entries USING btree (creator_id, at, id);
CREATE INDEX ledger_entries_order_id ON ledger_entries USING btree (order_id);
CREATE INDEX letters_due ON letters USING btree (send_at) WHERE (send_at IS NOT NULL);
CREATE INDEX letters_list ON letters USING btree (creator_id, updated_at, id);
CREATE INDEX one_time_tokens_expires_at ON one_time_tokens USING btree (expires_at);
CREATE UNIQUE INDEX one_time_tokens_token_hash_unique ON one_time_tokens USING btree (token_hash);
CREATE INDEX one_time_tokens_user_id ON one_time_tokens USING btree (user_id);
CREATE INDEX order_disputes_order_id ON order_disputes USING btree (order_id);
CREATE INDEX order_events_order_id ON order_events USING btree (order_id);
CREATE INDEX order_payments_intent_id ON order_payments USING btree (intent_id);
CREATE INDEX order_payments_next_read_at ON order_payments USING btree (next_read_at) WHERE (next_read_at IS NOT NULL);
CREATE INDEX order_payments_order_id ON order_payments USING btree (order_id);
CREATE UNIQUE INDEX order_payments_unfinished ON order_payments USING btree (order_id) WHERE (status = 'open'::text);
CREATE INDEX order_payments_unusual ON order_payments USING btree (created_at) WHERE (is_held OR is_duplicate);
CREATE INDEX order_refunds_unfinished ON order_refunds USING btree (created_at) WHERE ((status = 'asked'::text) OR (without_fee AND (fee_returned_at IS NULL)));
CREATE INDEX orders_buyer_email ON orders USING btree (lower(buyer_email));
CREATE UNIQUE INDEX orders_checkout_token_hash_unique ON orders USING btree (checkout_token_hash);
CREATE INDEX orders_creator_id ON orders USING btree (creator_id, created_at);
CREATE INDEX orders_creator_paid_at ON orders USING btree (creator_id, paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX orders_discount_id ON orders USING btree (discount_id);
CREATE UNIQUE INDEX orders_download_token_hash_unique ON orders USING btree (download_token_hash);
CREATE INDEX orders_file_id ON orders USING btree (file_id);
CREATE UNIQUE INDEX orders_order_token_hash_unique ON orders USING btree (order_token_hash);
CREATE INDEX orders_paid_at ON orders USING btree (paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX orders_product_id ON orders USING btree (product_id);
CREATE INDEX orders_reserved_by ON orders USING btree (reserved_by) WHERE (reserved_by IS NOT NULL);
CREATE INDEX orders_tile_id ON orders USING btree (tile_id);
CREATE INDEX orders_to_ship ON orders USING btree (creator_id) WHERE ((product_type = 'physical'::text) AND (shipped_at IS NULL) AND (paid_at IS NOT NULL) AND (withdrawn_at IS NULL));
CREATE INDEX orders_unfinished ON orders USING btree (created_at) WHERE (paid_at IS NULL);
CREATE INDEX passkey_challenges_created_at ON passkey_challenges USING btree (created_at);
CREATE INDEX passkey_challenges_user_id ON passkey_challenges USING btree (user_id);
CREATE UNIQUE INDEX passkeys_credential_id_unique ON passkeys USING btree (credential_id);
CREATE INDEX passkeys_user_id ON passkeys USING btree (user_id);
CREATE INDEX payment_events_received_at ON payment_events USING btree (received_at);
CREATE INDEX payment_events_unhandled ON payment_events USING btree (received_at) WHERE (handled_at IS NULL);
CREATE INDEX pending_counts_created_at ON pending_counts USING btree (created_at);
CREATE INDEX pending_counts_creator_id ON pending_counts USING btree (creator_id);
CREATE INDEX pending_sign_ins_created_at ON pending_sign_ins USING btree (created_at);
CREATE INDEX pending_sign_ins_user_id ON pending_sign_ins USING btree (user_id);
CREATE INDEX pending_uploads_started_at ON pending_uploads USING btree (started_at);
CREATE INDEX products_deleted ON products USING btree (creator_id, deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX products_file_id ON products USING btree (file_id);
CREATE UNIQUE INDEX products_slug_unique ON products USING btree (creator_id, slug) WHERE (deleted_at IS NULL);
CREATE INDEX rate_limits_expire ON rate_limits USING btree (expire);
CREATE INDEX recorded_events_recorded_at ON recorded_events USING btree (recorded_at);
CREATE UNIQUE INDEX report_snapshots_hash ON report_snapshots USING btree (hash);
CREATE INDEX reports_created_at ON reports USING btree (created_at);
CREATE INDEX reports_creator_id ON reports USING btree (creator_id);
CREATE INDEX reports_decision_id ON reports USING btree (decision_id);
CREATE INDEX reports_snapshot_id ON reports USING btree (snapshot_id);
CREATE INDEX reports_tile_id ON reports USING btree (tile_id);
CREATE INDEX reports_waiting ON reports USING btree (id) WHERE (state = ANY (ARRAY['open'::text, 'objected'::text]));
CREATE INDEX resting_handles_creator ON resting_handles USING btree (creator_id);
CREATE UNIQUE INDEX second_factor_removals_token_hash_unique ON second_factor_removals USING btree (token_hash);
CREATE UNIQUE INDEX sessions_id_unique ON sessions USING btree (id);
CREATE INDEX sessions_last_seen_at ON sessions USING btree (last_seen_at);
CREATE INDEX sessions_user_id ON sessions USING btree (user_id);
CREATE INDEX sign_in_attempts_created_at ON sign_in_attempts USING btree (created_at);
CREATE INDEX sign_ins_at ON sign_ins USING btree (at);
CREATE INDEX sign_ins_user_id_at ON sign_ins USING btree (user_id, at);
CREATE INDEX subscriptions_creator_id ON subscriptions USING btree (creator_id);
CREATE INDEX subscriptions_customer_id ON subscriptions USING btree (customer_id);
CREATE INDEX tiles_creator_id ON tiles USING btree (creator_id, "position");
CREATE INDEX tiles_deleted ON tiles USING btree (creator_id, deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX tiles_product_id ON tiles USING btree (product_id);
CREATE INDEX unreported_sales_creator_id ON unreported_sales USING btree (creator_id);
CREATE INDEX user_directory_newest ON user_directory USING btree (created_at DESC NULLS LAST, user_id DESC NULLS LAST);
CREATE INDEX user_directory_role ON user_directory USING btree (is_admin, created_at DESC NULLS LAST, user_id DESC NULLS LAST);
CREATE INDEX users_created_at ON users USING btree (created_at);
CREATE UNIQUE INDEX users_email_unique ON users USING btree (lower(email));

ALTER TABLE account_exports ADD CONSTRAINT account_exports_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE account_imports ADD CONSTRAINT account_imports_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE announcements ADD CONSTRAINT announcements_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE audience_members ADD CONSTRAINT audience_members_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE audience_members ADD CONSTRAINT audience_members_tile_id_tiles_id_fk FOREIGN KEY (tile_id) REFERENCES tiles(id) ON DELETE SET NULL;
ALTER TABLE billing_checkouts ADD CONSTRAINT billing_checkouts_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE campaign_link_counts ADD CONSTRAINT campaign_link_counts_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE;
ALTER TABLE campaign_links ADD CONSTRAINT campaign_links_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE campaign_links ADD CONSTRAINT campaign_links_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE SET NULL;
ALTER TABLE campaign_recipients ADD CONSTRAINT campaign_recipients_campaign_id_campaigns_id_fk FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE;
ALTER TABLE campaigns ADD CONSTRAINT campaigns_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE connect_accounts ADD CONSTRAINT connect_accounts_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE creator_suppressions ADD CONSTRAINT creator_suppressions_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE creators ADD CONSTRAINT creators_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE daily_tile_counts ADD CONSTRAINT daily_tile_counts_tile_id_tiles_id_fk FOREIGN KEY (tile_id) REFERENCES tiles(id) ON DELETE CASCADE;
ALTER TABLE decisions ADD CONSTRAINT decisions_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE SET NULL;
ALTER TABLE decisions ADD CONSTRAINT decisions_tile_id_tiles_id_fk FOREIGN KEY (tile_id) REFERENCES tiles(id) ON DELETE SET NULL;
ALTER TABLE direct_uploads ADD CONSTRAINT direct_uploads_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE SET NULL;
ALTER TABLE discounts ADD CONSTRAINT discounts_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE email_changes ADD CONSTRAINT email_changes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE feedback ADD CONSTRAINT feedback_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE files ADD CONSTRAINT files_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE SET NULL;
ALTER TABLE former_slugs ADD CONSTRAINT former_slugs_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE former_slugs ADD CONSTRAINT former_slugs_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE SET NULL;
ALTER TABLE funnel_counts ADD CONSTRAINT funnel_counts_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE funnel_marks ADD CONSTRAINT funnel_marks_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE funnel_totals ADD CONSTRAINT funnel_totals_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE identities ADD CONSTRAINT identities_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE imported_items ADD CONSTRAINT imported_items_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
ALTER TABLE letters ADD CONSTRAINT letters_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE one_time_tokens ADD CONSTRAINT one_time_tokens_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE order_addresses ADD CONSTRAINT order_addresses_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
ALTER TABLE order_disputes ADD CONSTRAINT order_disputes_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
ALTER TABLE order_disputes ADD CONSTRAINT order_disputes_order_payment_id_order_payments_id_fk FOREIGN KEY (order_payment_id) REFERENCES order_payments(id) ON DELETE CASCADE;
ALTER TABLE order_events ADD CONSTRAINT order_events_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
ALTER TABLE order_numbers ADD CONSTRAINT order_numbers_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE order_payments ADD CONSTRAINT order_payments_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
ALTER TABLE order_refunds ADD CONSTRAINT order_refunds_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
ALTER TABLE order_refunds ADD CONSTRAINT order_refunds_order_payment_id_order_payments_id_fk FOREIGN KEY (order_payment_id) REFERENCES order_payments(id) ON DELETE CASCADE;
ALTER TABLE orders ADD CONSTRAINT orders_account_row_id_connect_accounts_id_fk FOREIGN KEY (account_row_id) REFERENCES connect_accounts(id) ON DELETE SET NULL;
ALTER TABLE orders ADD CONSTRAINT orders_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE SET NULL;
ALTER TABLE orders ADD CONSTRAINT orders_discount_id_discounts_id_fk FOREIGN KEY (discount_id) REFERENCES discounts(id) ON DELETE SET NULL;
ALTER TABLE orders ADD CONSTRAINT orders_file_id_files_id_fk FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE RESTRICT;
ALTER TABLE orders ADD CONSTRAINT orders_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE SET NULL;
ALTER TABLE orders ADD CONSTRAINT orders_tile_id_tiles_id_fk FOREIGN KEY (tile_id) REFERENCES tiles(id) ON DELETE SET NULL;
ALTER TABLE page_changes ADD CONSTRAINT page_changes_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE passkey_challenges ADD CONSTRAINT passkey_challenges_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE passkeys ADD CONSTRAINT passkeys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE pending_sign_ins ADD CONSTRAINT pending_sign_ins_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE products ADD CONSTRAINT products_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE products ADD CONSTRAINT products_file_id_files_id_fk FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE SET NULL;
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE reports ADD CONSTRAINT reports_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE SET NULL;
ALTER TABLE reports ADD CONSTRAINT reports_snapshot_id_report_snapshots_id_fk FOREIGN KEY (snapshot_id) REFERENCES report_snapshots(id) ON DELETE SET NULL;
ALTER TABLE reports ADD CONSTRAINT reports_tile_id_tiles_id_fk FOREIGN KEY (tile_id) REFERENCES tiles(id) ON DELETE SET NULL;
ALTER TABLE resting_handles ADD CONSTRAINT resting_handles_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE SET NULL;
ALTER TABLE sale_emails ADD CONSTRAINT sale_emails_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE sandbox_links ADD CONSTRAINT sandbox_links_account_id_sandbox_accounts_id_fk FOREIGN KEY (account_id) REFERENCES sandbox_accounts(id) ON DELETE CASCADE;
ALTER TABLE second_factor_removals ADD CONSTRAINT second_factor_removals_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE second_factors ADD CONSTRAINT second_factors_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE sellers ADD CONSTRAINT sellers_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE sessions ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE sign_ins ADD CONSTRAINT sign_ins_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE tiles ADD CONSTRAINT tiles_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE tiles ADD CONSTRAINT tiles_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
ALTER TABLE unreported_sales ADD CONSTRAINT unreported_sales_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;
ALTER TABLE unreported_sales ADD CONSTRAINT unreported_sales_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE;
ALTER TABLE user_directory ADD CONSTRAINT user_directory_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE weekly_digests ADD CONSTRAINT weekly_digests_creator_id_creators_id_fk FOREIGN KEY (creator_id) REFERENCES creators(id) ON DELETE CASCADE;

-- Written by hand from here on: drizzle knows neither functions nor triggers.
-- A database of the locale C lowers A to Z alone. Where there are other rules at hand, theirs are used.
DO $$
DECLARE rules text;
BEGIN
  SELECT format('%I.%I', n.nspname, c.collname) INTO rules
  FROM pg_collation c JOIN pg_namespace n ON n.oid = c.collnamespace
  WHERE c.collname IN ('und-x-icu', 'pg_c_utf8', 'C.utf8') AND c.collencoding IN (-1, pg_char_to_encoding('UTF8'))
  ORDER BY array_position(ARRAY['und-x-icu', 'pg_c_utf8', 'C.utf8'], c.collname::text) LIMIT 1;
  EXECUTE format('CREATE FUNCTION lower_letters(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS %L',
    format('SELECT lower(given%s)', ' COLLATE ' || rules));
END $$;

CREATE FUNCTION book_order() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  is_first boolean := TG_OP = 'INSERT';
  sold ledger_entries%rowtype;
  moved ledger_entries%rowtype;
  unknown_before integer := 0;
  unknown_now integer := (new.provider NOT IN ('mock', 'free') AND new.amount_cents > 0 AND new.provider_fee_cents IS NULL)::integer;
BEGIN
  IF NOT is_first THEN is_first := old.paid_at IS NULL; END IF;
  IF is_first THEN
    INSERT INTO ledger_entries (order_id, creator_id, at, sales, amount_cents, discount_cents, shipping_cents, refunded_cents, disputed_cents, fee_cents, fee_returned_cents, provider_fee_cents, unknown_provider_fees)
    VALUES (new.id, new.creator_id, new.paid_at, 1, new.amount_cents, new.discount_cents, new.shipping_cents, new.refunded_cents, new.disputed_cents, new.fee_cents, new.fee_returned_cents, coalesce(new.provider_fee_cents, 0), unknown_now);
    RETURN NULL;
  END IF;
  unknown_before := (old.provider NOT IN ('mock', 'free') AND old.amount_cents > 0 AND old.provider_fee_cents IS NULL)::integer;
  sold.amount_cents := new.amount_cents - old.amount_cents;
  sold.discount_cents := new.discount_cents - old.discount_cents;
  sold.shipping_cents := new.shipping_cents - old.shipping_cents;
  sold.fee_cents := new.fee_cents - old.fee_cents;
  sold.provider_fee_cents := coalesce(new.provider_fee_cents, 0) - coalesce(old.provider_fee_cents, 0);
  sold.unknown_provider_fees := unknown_now - unknown_before;
  IF (sold.amount_cents, sold.discount_cents, sold.shipping_cents, sold.fee_cents, sold.provider_fee_cents, sold.unknown_provider_fees) <> (0, 0, 0, 0, 0, 0) THEN
    INSERT INTO ledger_entries (order_id, creator_id, at, amount_cents, discount_cents, shipping_cents, fee_cents, provider_fee_cents, unknown_provider_fees)
    VALUES (new.id, new.creator_id, new.paid_at, sold.amount_cents, sold.discount_cents, sold.shipping_cents, sold.fee_cents, sold.provider_fee_cents, sold.unknown_provider_fees);
  END IF;
  moved.refunded_cents := new.refunded_cents - old.refunded_cents;
  moved.disputed_cents := new.disputed_cents - old.disputed_cents;
  moved.fee_returned_cents := new.fee_returned_cents - old.fee_returned_cents;
  IF (moved.refunded_cents, moved.disputed_cents, moved.fee_returned_cents) <> (0, 0, 0) THEN
    INSERT INTO ledger_entries (order_id, creator_id, refunded_cents, disputed_cents, fee_returned_cents)
    VALUES (new.id, new.creator_id, moved.refunded_cents, moved.disputed_cents, moved.fee_returned_cents);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION delete_daily_counts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM daily_counts WHERE creator_id = old.id;
  RETURN NULL;
END $$;

CREATE FUNCTION follow_creator() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM refresh_user_directory(coalesce(new.user_id, old.user_id));
  RETURN NULL;
END $$;

CREATE FUNCTION follow_user() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM refresh_user_directory(new.id);
  RETURN NULL;
END $$;

CREATE FUNCTION refresh_user_directory(refreshed uuid) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  -- Of two changes at once the second waits here, and reads below what the first one wrote.
  PERFORM 1 FROM user_directory WHERE user_id = refreshed FOR UPDATE;
  INSERT INTO user_directory (user_id, created_at, is_admin, words)
  SELECT u.id, u.created_at, u.is_admin, lower_letters(concat_ws(E'\n', u.email, c.handle, c.display_name, c.plan,
    CASE WHEN c.subscription_active THEN 'stripe active' WHEN c.plan = 'creator' THEN 'manual' END))
  FROM users u LEFT JOIN creators c ON c.user_id = u.id WHERE u.id = refreshed
  ON CONFLICT (user_id) DO UPDATE SET created_at = excluded.created_at, is_admin = excluded.is_admin, words = excluded.words;
END $$;

CREATE FUNCTION refuse_change_of_audit_log() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE insufficient_privilege USING MESSAGE = 'the audit log is append-only';
END $$;

CREATE FUNCTION refuse_resting_handle() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF EXISTS (
    SELECT FROM resting_handles
    WHERE handle = new.handle AND until > now() AND creator_id IS DISTINCT FROM new.id
  ) THEN
    RAISE unique_violation USING MESSAGE = 'the handle is reserved', CONSTRAINT = 'creators_handle_unique';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION remember_deleted_creator() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO deleted_creators (creator_id) VALUES (old.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log();
CREATE TRIGGER daily_counts_end AFTER DELETE ON creators FOR EACH ROW EXECUTE FUNCTION delete_daily_counts();
CREATE TRIGGER deleted_creators_begin AFTER DELETE ON creators FOR EACH ROW EXECUTE FUNCTION remember_deleted_creator();
CREATE TRIGGER orders_book AFTER INSERT OR UPDATE OF paid_at, amount_cents, discount_cents, shipping_cents, refunded_cents, disputed_cents, fee_cents, fee_returned_cents, provider_fee_cents ON orders FOR EACH ROW WHEN ((new.paid_at IS NOT NULL)) EXECUTE FUNCTION book_order();
CREATE TRIGGER resting_handles_hold AFTER INSERT OR UPDATE OF handle ON creators FOR EACH ROW EXECUTE FUNCTION refuse_resting_handle();
CREATE TRIGGER user_directory_follows AFTER INSERT OR DELETE OR UPDATE OF user_id, handle, display_name, plan, subscription_active ON creators FOR EACH ROW EXECUTE FUNCTION follow_creator();
CREATE TRIGGER user_directory_follows AFTER INSERT OR UPDATE OF email, is_admin, created_at ON users FOR EACH ROW EXECUTE FUNCTION follow_user();
