import { ADMIN_LANGUAGES, CONSOLE_LANGUAGES } from "../../contract/rules/languages.ts";
import { CONSOLE_FIELD_TEXTS } from "./field-texts.ts";
import type { SourceText } from "./source-texts.ts";

/** Files whose texts buyers and visitors meet: pages, emails to them, and errors of their forms. */
const BUYERS = [
  /^web\/(storefront\/(?!landing|sandbox|enhance)|lib\/(?!admin-tabs|api|direct-upload|held-payment|passkey-requests|plan|session|test-mode|use-)|themes\/(?!looks)|ui\/(?!upload-status|pagination|load-failure|form-fields|search-field))/,
  /^web\/widgets\/(site-links|sold-by|share-panel)|^contract\/rules\/(price-lines|site|order-states|bundles|goals|moderation|signup-tile)/,
  /^web\/mails\/(receipt|gift|confirm-signup|library-link|new-version|order-email|order-parts|refund-content|withdrawal|frame|document|plain-text|marketing|payment-notice|reports)/,
  /^server\/modules\/(checkout|orders|withdrawals|moderation|audience|storefront|discounts\/code-errors)(\/|\.)|^server\/platform\/http\/error/,
  /^contract\/api\/(checkout|gifts|withdrawals|audience|order-lines|order-emails|moderation)\.ts/,
  /^contract\/rules\/(addresses|prices|price-text)\.ts|^contract\/pages\//,
];

/** Files whose texts the console shows, with its document, those of the landing page, and those of emails to its users. */
const CONSOLE =
  /^web\/(storefront\/landing|console|auth|widgets|app|ui|lib|demo|mails|themes\/looks)\/|^contract\/(?!api\/admin)|^server\/platform\/render\//;
const ADMIN =
  /^web\/admin\/|^contract\/api\/admin|^server\/modules\/system\/|^server\/platform\/(backup-folder|failure|database\/connection-limit|payments\/stripe-endpoints)\./;
/** Errors and reasons of the server that the console shows. */
const CONSOLE_ERRORS =
  /^server\/modules\/[\w-]+\/([\w-]+\/)?(\w+-)?errors\.ts|^server\/modules\/marketing\/problems\.ts|^server\/platform\/(http|storage)\/(app-error|errors)\.ts/;
/** Only programs read these. */
const OF_PROGRAMS =
  /Idempotency-Key|API keys? (is unknown|needs|cannot|must not)|API key in|webhook signature|Programs use|range not/;

/** Returns the files whose texts a language must have. */
function filesOf(language: string): RegExp[] {
  if (!CONSOLE_LANGUAGES.some((spoken) => spoken === language)) return BUYERS;
  const admin = ADMIN_LANGUAGES.some((spoken) => spoken === language) ? [ADMIN] : [];
  return [...BUYERS, CONSOLE, CONSOLE_ERRORS, ...admin];
}

/** The fields of forms for buyers and visitors. A message about a field has a translation with each of their names in it. */
const FIELDS = [
  "Email",
  "Name",
  "Note",
  "Message",
  "A description of what is wrong",
  "Page",
  "Street",
  "The second line",
  "Postal code",
  "City",
  "State",
  "Address",
  "Company",
  "VAT ID",
  "Code",
];
const OF_FIELDS = [
  "{noun} must be text.",
  "{noun} is required.",
  "{noun} must be at most {max} characters.",
  "{noun} must be on one line.",
  "{noun} must not contain invisible control characters.",
];
/** Other messages of the same file, about fields of every form. */
const OF_FORMS = [
  "Enter a valid email address.",
  "Choose a country.",
  "Enter a VAT ID such as {example}, or leave it empty.",
];

/** Errors of every request, about no field. */
const OF_REQUESTS = [
  "Too many attempts. Please wait a moment and try again.",
  "The request is too large.",
  "The request took too long to arrive. Please try again.",
  "The request contains invalid characters.",
  "This request came from another site.",
  "The input is not valid.",
  "Malformed request.",
  "Not found.",
  "Something went wrong on our side. Please try again.",
  "The service is not available right now. Please try again in a moment.",
  "Files are unavailable right now. Please try again shortly.",
];
/** The things that a buyer's or visitor's request can miss. */
const MISSING = "{noun} not found.";
const CONSOLE_THINGS = [
  "File",
  "Email",
  "Decision",
  "Series",
  "Draft",
  "API key",
  "Webhook",
  "User",
  "Session",
].concat([
  "Removal",
  "Passkey",
  "Job",
  "Feedback",
  "Discount code",
  "Campaign",
  "Campaign link",
  "Event",
  "Contact",
]);
const THINGS = ["Creator", "Page", "Tile", "Product", "Checkout", "Order", "Download", "Signup"];
/** The payment provider refuses what the buyer entered. */
const REFUSED = "The payment provider does not accept this {noun}. Check it. Nothing was charged.";

/** Texts of letters alone: a symbol or a unit is the same in every language. */
const HAS_WORDS = /\p{L}{2}/u;

/** Returns the texts that a language must have. */
export function requiredTexts(sources: readonly SourceText[], language: string): SourceText[] {
  const patterns = filesOf(language);
  const own = sources.filter(
    ({ english, files }) =>
      HAS_WORDS.test(english) &&
      !english.includes("{noun}") &&
      !OF_PROGRAMS.test(english) &&
      ([...OF_FORMS, ...OF_REQUESTS].includes(english) ||
        files.some((file) => patterns.some((pattern) => pattern.test(file)))),
  );
  const known = new Set(own.map(({ english }) => english));
  const isOfConsole = CONSOLE_LANGUAGES.some((spoken) => spoken === language);
  const withNouns = isOfConsole ? [...WITH_NOUNS, ...CONSOLE_WITH_NOUNS] : WITH_NOUNS;
  return [...own, ...withNouns.filter(({ english }) => !known.has(english))];
}

const withNouns = (sentence: string, nouns: readonly string[], file: string): SourceText[] =>
  nouns.map((noun) => ({ english: sentence.replace("{noun}", noun), files: [file] }));
const WITH_NOUNS = [
  ...OF_FIELDS.flatMap((sentence) => withNouns(sentence, FIELDS, "contract/rules/fields.ts")),
  ...withNouns(MISSING, THINGS, "server/platform/http/app-error.ts"),
  ...withNouns(REFUSED, ["email", "address"], "server/modules/checkout/errors.ts"),
];
const ofBuyers = new Set(WITH_NOUNS.map(({ english }) => english));
/** The same for the forms and requests of the console. */
const CONSOLE_WITH_NOUNS = [
  ...CONSOLE_FIELD_TEXTS.map((english) => ({ english, files: ["contract/rules/fields.ts"] })),
  ...withNouns(MISSING, CONSOLE_THINGS, "server/platform/http/app-error.ts"),
].filter(({ english }) => !ofBuyers.has(english));
