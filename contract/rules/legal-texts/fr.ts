import type { LegalTexts } from "./types.ts";

const right =
  "Vous avez le droit de vous rétracter du présent contrat sans donner de motif dans un délai de quatorze jours.";
const refund =
  "{name} vous rembourse alors votre paiement dans les quatorze jours, par le moyen de paiement que vous avez utilisé et sans frais.";
const goods =
  "{name} vous rembourse alors tous les paiements, y compris les frais de la livraison standard, dans les quatorze jours, par le moyen de paiement que vous avez utilisé et sans frais, mais peut différer le remboursement jusqu’à ce que les biens soient revenus ou que vous ayez fourni une preuve de leur expédition. Renvoyez les biens dans les quatorze jours.";
const loss =
  "Votre responsabilité n’est engagée qu’à l’égard de la dépréciation des biens résultant de manipulations autres que celles nécessaires pour établir leur nature, leurs caractéristiques et leur bon fonctionnement.";

export const fr: LegalTexts = {
  language: "fr",
  digital: {
    id: "digital-delivery-1.fr",
    text: "Livrer maintenant. J’accepte expressément que la livraison commence immédiatement et je reconnais perdre ainsi mon droit de rétractation du contrat.",
  },
  digitalPart: {
    id: "digital-part-1.fr",
    text: "Livrer les fichiers maintenant. J’accepte expressément que leur livraison commence immédiatement et je reconnais perdre ainsi mon droit de rétractation pour ces fichiers.",
  },
  service: {
    id: "service-1.fr",
    text: "La prestation peut commencer pendant le délai de rétractation de 14 jours. J’en fais expressément la demande et je reconnais perdre mon droit de rétractation une fois la prestation entièrement exécutée.",
  },
  servicePart: {
    id: "service-part-1.fr",
    text: "La prestation peut commencer pendant le délai de rétractation de 14 jours. J’en fais expressément la demande et je reconnais perdre mon droit de rétractation pour cette prestation une fois qu’elle est entièrement exécutée.",
  },
  digitalAndServiceId: "digital-delivery-and-service-1.fr",
  news: {
    id: "creator-news-2.fr",
    text: "M’envoyer par e-mail les actualités de cette page. Je peux me désinscrire à tout moment.",
  },
  withdrawal: {
    id: "withdrawal-2.fr",
    goods: `${right} Le délai de rétractation expire quatorze jours après le jour où vous prenez physiquement possession des biens.`,
    file: `${right} Le délai de rétractation expire quatorze jours après le jour de la commande. Il expire plus tôt dès que vous téléchargez le fichier, car vous acceptez que la livraison commence immédiatement.`,
    service: `${right} Le délai de rétractation expire quatorze jours après le jour de la commande. Il expire plus tôt une fois la prestation entièrement exécutée, car vous acceptez qu’elle commence auparavant.`,
    how: "Pour exercer le droit de rétractation, appuyez sur « {button} » sur la page de votre commande, ou notifiez à {name} votre décision au moyen d’une déclaration dénuée d’ambiguïté, par exemple par e-mail à {email}. Vous pouvez utiliser le modèle de formulaire de rétractation, mais ce n’est pas obligatoire. Pour que le délai soit respecté, il suffit que vous transmettiez votre communication avant l’expiration du délai de rétractation.",
    refund,
    refundOfService: `${refund} Si la prestation a commencé d’ici là, vous payez la partie qui a été fournie.`,
    returnByBuyer: `${goods} Vous prenez en charge les frais directs de renvoi. ${loss}`,
    returnBySeller: `${goods} {name} prend en charge les frais de renvoi. ${loss}`,
    exceptions:
      "Il n’y a pas de droit de rétractation pour les biens confectionnés selon vos spécifications ou nettement personnalisés, pour les biens susceptibles de se détériorer rapidement, ni pour les biens scellés pour des raisons de protection de la santé ou d’hygiène et qui ont été ouverts.",
    form: [
      "À l’attention de {seller} :",
      "Je vous notifie par la présente ma rétractation du contrat portant sur (produit) :",
      "Commandé le, ou reçu le :",
      "Nom du consommateur :",
      "Adresse du consommateur :",
      "Signature du consommateur (uniquement en cas de notification sur papier) :",
      "Date :",
    ],
  },
};
