import type { LegalTexts } from "./types.ts";

const right =
  "Lei ha il diritto di recedere dal presente contratto, senza indicarne le ragioni, entro 14 giorni.";
const refund =
  "{name} Le rimborsa quindi il pagamento entro 14 giorni, con lo stesso mezzo di pagamento da Lei usato e senza alcun costo.";
const goods =
  "{name} Le rimborsa quindi tutti i pagamenti, compresi i costi della consegna standard, entro 14 giorni, con lo stesso mezzo di pagamento da Lei usato e senza alcun costo, ma può sospendere il rimborso fino al ricevimento dei beni oppure fino a quando Lei dimostri di averli rispediti. Rispedisca i beni entro 14 giorni.";
const loss =
  "Lei è responsabile solo della diminuzione del valore dei beni risultante da una manipolazione diversa da quella necessaria per stabilirne la natura, le caratteristiche e il funzionamento.";

export const it: LegalTexts = {
  language: "it",
  digital: {
    id: "digital-delivery-1.it",
    text: "Consegna subito. Acconsento espressamente che la consegna inizi immediatamente e so che in questo modo perdo il diritto di recesso dal contratto.",
  },
  digitalPart: {
    id: "digital-part-1.it",
    text: "Consegna subito i file. Acconsento espressamente che la loro consegna inizi immediatamente e so che in questo modo perdo il diritto di recesso per questi file.",
  },
  service: {
    id: "service-1.it",
    text: "Il servizio può iniziare durante i 14 giorni del periodo di recesso. Lo richiedo espressamente e so che perdo il diritto di recesso una volta che il servizio è stato prestato interamente.",
  },
  servicePart: {
    id: "service-part-1.it",
    text: "Il servizio può iniziare durante i 14 giorni del periodo di recesso. Lo richiedo espressamente e so che perdo il diritto di recesso per questo servizio una volta che è stato prestato interamente.",
  },
  digitalAndServiceId: "digital-delivery-and-service-1.it",
  news: {
    id: "creator-news-2.it",
    text: "Desidero ricevere per e-mail le novità di questa pagina. Posso annullare l’iscrizione in qualsiasi momento.",
  },
  withdrawal: {
    id: "withdrawal-1.it",
    goods: `${right} Il periodo di recesso scade dopo 14 giorni dal giorno in cui Lei acquisisce il possesso fisico dei beni.`,
    file: `${right} Il periodo di recesso scade dopo 14 giorni dal giorno dell’ordine. Scade prima se Lei scarica il file, perché acconsente che la consegna inizi immediatamente.`,
    service: `${right} Il periodo di recesso scade dopo 14 giorni dal giorno dell’ordine. Scade prima se il servizio è stato prestato interamente, perché Lei acconsente che inizi prima di tale data.`,
    how: "Per esercitare il diritto di recesso, prema «{button}» sulla pagina del Suo ordine, oppure informi {name} della Sua decisione tramite una dichiarazione esplicita, ad esempio per e-mail a {email}. A tal fine può utilizzare il modulo tipo di recesso, ma non è obbligatorio. Per rispettare il termine di recesso, è sufficiente che Lei invii la comunicazione prima della scadenza del periodo di recesso.",
    refund,
    refundOfService: `${refund} Se nel frattempo il servizio è iniziato, Lei paga la parte che è stata fornita.`,
    returnByBuyer: `${goods} I costi diretti della restituzione dei beni sono a Suo carico. ${loss}`,
    returnBySeller: `${goods} I costi della restituzione sono a carico di {name}. ${loss}`,
    exceptions:
      "Il diritto di recesso è escluso per i beni confezionati su misura o chiaramente personalizzati, per quelli che rischiano di deteriorarsi rapidamente e per quelli sigillati per motivi igienici o connessi alla protezione della salute che sono stati aperti.",
    form: [
      "Destinatario: {seller}",
      "Con la presente notifico il recesso dal mio contratto relativo a (prodotto):",
      "Ordinato il, o ricevuto il:",
      "Nome del consumatore:",
      "Indirizzo del consumatore:",
      "Firma del consumatore (solo se il presente modulo è notificato in versione cartacea):",
      "Data:",
    ],
  },
};
