import type { LegalTexts } from "./types.ts";

const right =
  "Mają Państwo prawo odstąpić od niniejszej umowy w terminie 14 dni bez podania jakiejkolwiek przyczyny.";
const refund =
  "{name} zwraca wówczas Państwa płatność w terminie 14 dni, tym samym sposobem płatności, jaki został przez Państwa użyty, i bez żadnych opłat.";
const goods =
  "{name} zwraca wówczas wszystkie płatności, w tym koszty zwykłego dostarczenia, w terminie 14 dni, tym samym sposobem płatności, jaki został przez Państwa użyty, i bez żadnych opłat, może jednak wstrzymać się ze zwrotem do czasu otrzymania rzeczy lub dostarczenia dowodu ich odesłania. Proszę odesłać rzeczy w terminie 14 dni.";
const loss =
  "Odpowiadają Państwo tylko za zmniejszenie wartości rzeczy wynikające z korzystania z nich w inny sposób niż było to konieczne do stwierdzenia ich charakteru, cech i funkcjonowania.";

export const pl: LegalTexts = {
  language: "pl",
  digital: {
    id: "digital-delivery-1.pl",
    text: "Proszę o dostarczenie teraz. Wyraźnie zgadzam się na natychmiastowe rozpoczęcie dostarczania i wiem, że tracę przez to prawo odstąpienia od umowy.",
  },
  digitalPart: {
    id: "digital-part-1.pl",
    text: "Proszę o dostarczenie plików teraz. Wyraźnie zgadzam się na natychmiastowe rozpoczęcie ich dostarczania i wiem, że tracę przez to prawo odstąpienia od umowy w zakresie tych plików.",
  },
  service: {
    id: "service-1.pl",
    text: "Usługa może się rozpocząć w ciągu 14 dni terminu na odstąpienie. Wyraźnie tego żądam i wiem, że tracę prawo odstąpienia od umowy po pełnym wykonaniu usługi.",
  },
  servicePart: {
    id: "service-part-1.pl",
    text: "Usługa może się rozpocząć w ciągu 14 dni terminu na odstąpienie. Wyraźnie tego żądam i wiem, że tracę prawo odstąpienia od umowy w zakresie tej usługi po jej pełnym wykonaniu.",
  },
  digitalAndServiceId: "digital-delivery-and-service-1.pl",
  news: {
    id: "creator-news-1.pl",
    text: "Chcę otrzymywać e-mailem nowości z tej strony. Mogę zrezygnować w każdej chwili.",
  },
  withdrawal: {
    id: "withdrawal-2.pl",
    goods: `${right} Termin do odstąpienia od umowy wygasa po upływie 14 dni od dnia, w którym weszli Państwo w posiadanie rzeczy.`,
    file: `${right} Termin do odstąpienia od umowy wygasa po upływie 14 dni od dnia zamówienia. Wygasa wcześniej, gdy pobiorą Państwo plik, ponieważ zgadzają się Państwo na natychmiastowe rozpoczęcie dostarczania.`,
    service: `${right} Termin do odstąpienia od umowy wygasa po upływie 14 dni od dnia zamówienia. Wygasa wcześniej, gdy usługa zostanie w pełni wykonana, ponieważ zgadzają się Państwo, aby rozpoczęła się wcześniej.`,
    how: "Aby skorzystać z prawa odstąpienia od umowy, proszę nacisnąć „{button}” na stronie zamówienia albo poinformować sprzedawcę ({name}) o swojej decyzji w drodze jednoznacznego oświadczenia, na przykład pocztą elektroniczną na adres {email}. Mogą Państwo skorzystać ze wzoru formularza odstąpienia od umowy, jednak nie jest to obowiązkowe. Aby zachować termin do odstąpienia od umowy, wystarczy wysłać informację przed upływem tego terminu.",
    refund,
    refundOfService: `${refund} Jeżeli usługa do tego czasu się rozpoczęła, płacą Państwo za część, która została wykonana.`,
    returnByBuyer: `${goods} Ponoszą Państwo bezpośrednie koszty zwrotu rzeczy. ${loss}`,
    returnBySeller: `${goods} Koszty zwrotu rzeczy ponosi {name}. ${loss}`,
    exceptions:
      "Prawo odstąpienia od umowy nie przysługuje w odniesieniu do rzeczy wyprodukowanych według Państwa specyfikacji lub wyraźnie zindywidualizowanych, rzeczy ulegających szybkiemu zepsuciu oraz rzeczy zapieczętowanych ze względu na ochronę zdrowia lub ze względów higienicznych, których opakowanie zostało otwarte.",
    form: [
      "Adresat: {seller}",
      "Niniejszym informuję o moim odstąpieniu od umowy dotyczącej (produkt):",
      "Data zamówienia lub odbioru:",
      "Imię i nazwisko konsumenta:",
      "Adres konsumenta:",
      "Podpis konsumenta (tylko jeżeli formularz jest przesyłany w wersji papierowej):",
      "Data:",
    ],
  },
};
