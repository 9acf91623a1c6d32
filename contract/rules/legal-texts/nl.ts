import type { LegalTexts } from "./types.ts";

const right =
  "U hebt het recht om binnen een termijn van 14 dagen zonder opgave van redenen de overeenkomst te herroepen.";
const refund =
  "{name} betaalt u dan uw betaling binnen 14 dagen terug, met hetzelfde betaalmiddel als u hebt gebruikt en zonder kosten.";
const goods =
  "{name} betaalt u dan alle betalingen, inclusief de kosten van de standaardlevering, binnen 14 dagen terug, met hetzelfde betaalmiddel als u hebt gebruikt en zonder kosten, maar mag wachten met terugbetaling tot de goederen terug zijn of u hebt aangetoond dat u ze hebt teruggezonden. Zend de goederen binnen 14 dagen terug.";
const loss =
  "U bent alleen aansprakelijk voor de waardevermindering van de goederen die het gevolg is van een behandeling ervan die verder gaat dan nodig is om de aard, de kenmerken en de werking van de goederen vast te stellen.";

export const nl: LegalTexts = {
  language: "nl",
  digital: {
    id: "digital-delivery-1.nl",
    text: "Lever nu. Ik stem er uitdrukkelijk mee in dat de levering meteen begint en ik weet dat ik daardoor mijn recht verlies om de overeenkomst te herroepen.",
  },
  digitalPart: {
    id: "digital-part-1.nl",
    text: "Lever de bestanden nu. Ik stem er uitdrukkelijk mee in dat de levering ervan meteen begint en ik weet dat ik daardoor mijn herroepingsrecht voor deze bestanden verlies.",
  },
  service: {
    id: "service-1.nl",
    text: "De dienst mag binnen de herroepingstermijn van 14 dagen beginnen. Ik verzoek daar uitdrukkelijk om en ik weet dat ik mijn herroepingsrecht verlies zodra de dienst volledig is verricht.",
  },
  servicePart: {
    id: "service-part-1.nl",
    text: "De dienst mag binnen de herroepingstermijn van 14 dagen beginnen. Ik verzoek daar uitdrukkelijk om en ik weet dat ik mijn herroepingsrecht voor deze dienst verlies zodra hij volledig is verricht.",
  },
  digitalAndServiceId: "digital-delivery-and-service-1.nl",
  news: {
    id: "creator-news-1.nl",
    text: "Stuur mij nieuws van deze pagina per e-mail. Ik kan me op elk moment afmelden.",
  },
  withdrawal: {
    id: "withdrawal-1.nl",
    goods: `${right} De herroepingstermijn verstrijkt 14 dagen na de dag waarop u de goederen fysiek in bezit krijgt.`,
    file: `${right} De herroepingstermijn verstrijkt 14 dagen na de dag van de bestelling. Hij verstrijkt eerder zodra u het bestand downloadt, omdat u ermee instemt dat de levering meteen begint.`,
    service: `${right} De herroepingstermijn verstrijkt 14 dagen na de dag van de bestelling. Hij verstrijkt eerder zodra de dienst volledig is verricht, omdat u ermee instemt dat die eerder mag beginnen.`,
    how: "Om het herroepingsrecht uit te oefenen, drukt u op ‘{button}’ op de pagina van uw bestelling, of stelt u {name} via een ondubbelzinnige verklaring op de hoogte van uw beslissing, bijvoorbeeld per e-mail aan {email}. U kunt hiervoor gebruikmaken van het modelformulier voor herroeping, maar bent hiertoe niet verplicht. Om de herroepingstermijn na te leven volstaat het om uw mededeling te verzenden voordat de herroepingstermijn is verstreken.",
    refund,
    refundOfService: `${refund} Als de dienst dan al is begonnen, betaalt u het deel dat is geleverd.`,
    returnByBuyer: `${goods} De directe kosten van het terugzenden van de goederen komen voor uw rekening. ${loss}`,
    returnBySeller: `${goods} De kosten van het terugzenden komen voor rekening van {name}. ${loss}`,
    exceptions:
      "Er is geen herroepingsrecht voor goederen die volgens uw specificaties zijn vervaardigd of duidelijk persoonlijk zijn, die snel bederven, of die om redenen van gezondheidsbescherming of hygiëne verzegeld waren en zijn geopend.",
    form: [
      "Aan {seller}:",
      "Ik deel u hierbij mede dat ik mijn overeenkomst herroep betreffende (product):",
      "Besteld op, of ontvangen op:",
      "Naam van de consument:",
      "Adres van de consument:",
      "Handtekening van de consument (alleen wanneer dit formulier op papier wordt ingediend):",
      "Datum:",
    ],
  },
};
