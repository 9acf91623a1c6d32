import type { LegalTexts } from "./types.ts";

const right =
  "Sie haben das Recht, binnen vierzehn Tagen ohne Angabe von Gründen diesen Vertrag zu widerrufen.";
const refund =
  "{name} zahlt Ihnen dann Ihre Zahlung binnen vierzehn Tagen zurück, mit demselben Zahlungsmittel, das Sie eingesetzt haben, und ohne Entgelt.";
const goods =
  "{name} zahlt Ihnen dann alle Zahlungen einschließlich der Kosten der Standardlieferung binnen vierzehn Tagen zurück, mit demselben Zahlungsmittel, das Sie eingesetzt haben, und ohne Entgelt, kann die Rückzahlung aber verweigern, bis die Waren wieder zurück sind oder Sie nachgewiesen haben, dass Sie sie zurückgesandt haben. Senden Sie die Waren binnen vierzehn Tagen zurück.";
const loss =
  "Für einen Wertverlust der Waren müssen Sie nur aufkommen, wenn er auf einen Umgang mit ihnen zurückzuführen ist, der zur Prüfung ihrer Beschaffenheit, Eigenschaften und Funktionsweise nicht notwendig ist.";

export const de: LegalTexts = {
  language: "de",
  digital: {
    id: "digital-delivery-1.de",
    text: "Jetzt liefern. Ich stimme ausdrücklich zu, dass die Lieferung sofort beginnt, und weiß, dass ich dadurch mein Widerrufsrecht verliere.",
  },
  digitalPart: {
    id: "digital-part-1.de",
    text: "Die Dateien jetzt liefern. Ich stimme ausdrücklich zu, dass ihre Lieferung sofort beginnt, und weiß, dass ich dadurch mein Widerrufsrecht für sie verliere.",
  },
  service: {
    id: "service-1.de",
    text: "Die Dienstleistung kann vor Ablauf der Widerrufsfrist von 14 Tagen beginnen. Ich verlange das ausdrücklich und weiß, dass ich mein Widerrufsrecht verliere, sobald sie vollständig erbracht ist.",
  },
  servicePart: {
    id: "service-part-1.de",
    text: "Die Dienstleistung kann vor Ablauf der Widerrufsfrist von 14 Tagen beginnen. Ich verlange das ausdrücklich und weiß, dass ich mein Widerrufsrecht für sie verliere, sobald sie vollständig erbracht ist.",
  },
  digitalAndServiceId: "digital-delivery-and-service-1.de",
  news: {
    id: "creator-news-1.de",
    text: "Neuigkeiten von dieser Seite per E-Mail an mich. Ich kann mich jederzeit abmelden.",
  },
  withdrawal: {
    id: "withdrawal-1.de",
    goods: `${right} Die Widerrufsfrist beträgt vierzehn Tage ab dem Tag, an dem Sie die Waren in Besitz genommen haben.`,
    file: `${right} Die Widerrufsfrist beträgt vierzehn Tage ab dem Tag der Bestellung. Sie endet früher, sobald Sie die Datei herunterladen, weil Sie zustimmen, dass die Lieferung sofort beginnt.`,
    service: `${right} Die Widerrufsfrist beträgt vierzehn Tage ab dem Tag der Bestellung. Sie endet früher, sobald die Dienstleistung vollständig erbracht ist, weil Sie zustimmen, dass sie vorher beginnen kann.`,
    how: "Um Ihr Widerrufsrecht auszuüben, drücken Sie „{button}“ auf der Seite Ihrer Bestellung, oder informieren Sie {name} mit einer eindeutigen Erklärung, zum Beispiel per E-Mail an {email}. Sie können dafür das Muster-Widerrufsformular verwenden, das jedoch nicht vorgeschrieben ist. Zur Wahrung der Widerrufsfrist reicht es aus, dass Sie die Mitteilung vor Ablauf der Widerrufsfrist absenden.",
    refund,
    refundOfService: `${refund} Hat die Dienstleistung bis dahin begonnen, so zahlen Sie den Anteil, der bereits erbracht ist.`,
    returnByBuyer: `${goods} Sie tragen die unmittelbaren Kosten der Rücksendung. ${loss}`,
    returnBySeller: `${goods} {name} trägt die Kosten der Rücksendung. ${loss}`,
    exceptions:
      "Das Widerrufsrecht besteht nicht bei Waren, die nach Ihren Vorgaben angefertigt oder eindeutig auf Ihre persönlichen Bedürfnisse zugeschnitten sind, die schnell verderben können, oder die aus Gründen des Gesundheitsschutzes oder der Hygiene versiegelt waren und geöffnet wurden.",
    form: [
      "An {seller}:",
      "Hiermit widerrufe ich den von mir abgeschlossenen Vertrag über (Produkt):",
      "Bestellt am oder erhalten am:",
      "Name des Verbrauchers:",
      "Anschrift des Verbrauchers:",
      "Unterschrift des Verbrauchers (nur bei Mitteilung auf Papier):",
      "Datum:",
    ],
  },
};
