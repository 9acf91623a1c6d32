import { SITE_LABELS } from "./platforms.ts";

/** The names of sites that many pages link to, by their hosts, besides the platforms of profiles. Their subdomains match, too. */
const NAMES = new Map(
  Object.entries({
    ...SITE_LABELS,
    "amazon.com": "Amazon",
    "amazon.co.uk": "Amazon",
    "amazon.de": "Amazon",
    "bandcamp.com": "Bandcamp",
    "bandsintown.com": "Bandsintown",
    "behance.net": "Behance",
    "books.apple.com": "Apple Books",
    "buymeacoffee.com": "Buy Me a Coffee",
    "cal.com": "Cal.com",
    "calendly.com": "Calendly",
    "deezer.com": "Deezer",
    "dribbble.com": "Dribbble",
    "etsy.com": "Etsy",
    "eventbrite.com": "Eventbrite",
    "forms.gle": "Google Forms",
    "gofundme.com": "GoFundMe",
    "goodreads.com": "Goodreads",
    "gumroad.com": "Gumroad",
    "ko-fi.com": "Ko-fi",
    "maps.app.goo.gl": "Google Maps",
    "medium.com": "Medium",
    "mixcloud.com": "Mixcloud",
    "music.apple.com": "Apple Music",
    "music.youtube.com": "YouTube Music",
    "patreon.com": "Patreon",
    "paypal.com": "PayPal",
    "paypal.me": "PayPal",
    "podcasts.apple.com": "Apple Podcasts",
    "songkick.com": "Songkick",
    "steampowered.com": "Steam",
    "substack.com": "Substack",
    "tidal.com": "TIDAL",
    "tumblr.com": "Tumblr",
    "vimeo.com": "Vimeo",
    "wa.me": "WhatsApp",
    "whatsapp.com": "WhatsApp",
    // The platform's label is the name that the specification gives it.
    "x.com": "X",
  }),
);

/** Returns the name of a known site by its host, or null. A subdomain that is a site of its own comes first. */
export function siteNameOf(host: string): string | null {
  const labels = host.split(".");
  for (let first = 0; first < labels.length - 1; first += 1) {
    const name = NAMES.get(labels.slice(first).join("."));
    if (name !== undefined) return name;
  }
  return null;
}
