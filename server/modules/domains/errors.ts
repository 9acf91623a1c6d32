import { defineErrors } from "../../platform/http/app-error.ts";

const ofName = { field: "name", code: "domains.invalid" };

export const errors = defineErrors("domains", {
  wildcard: [400, "Enter one name, without *. Add each name that you want by itself.", ofName],
  path: [400, "Enter the domain alone, such as example.org, without a path.", ofName],
  port: [400, "Enter the domain without a port. Visitors use the standard port.", ofName],
  address: [400, "Enter a name, such as example.org. An IP address can't be used.", ofName],
  underscore: [400, "A domain with an underscore can't be opened in browsers.", ofName],
  tooLong: [
    400,
    "This name is too long: at most {name} characters, and {label} between two dots.",
    { field: "name", code: "domains.invalid" },
  ],
  characters: [400, "Enter a domain such as example.org, of letters, digits, hyphens and dots.", ofName],
  idna: [400, "This isn't a valid internationalised domain name. Type it in its own letters.", ofName],
  mixedScripts: [
    400,
    "A part of this name mixes letters of several scripts, which browsers distrust.",
    ofName,
  ],
  local: [
    400,
    "This name works in a local network only. Enter a public domain, such as example.org.",
    ofName,
  ],
  ownHost: [400, "This name belongs to the site itself. Enter a domain of your own.", ofName],
  publicSuffix: [
    400,
    "{suffix} is an ending under which others register names. Enter your own name.",
    ofName,
  ],
  exists: [409, "You have added this domain already.", { field: "name" }],
  limitReached: [409, "You can have at most {max} domains. Remove one to add another."],
  off: [403, "This site has no own domains."],
  notProven: [409, "Only a proven domain can be the main one. Set its TXT record first."],
  notMain: [409, "The page can only redirect to the main domain."],
});
