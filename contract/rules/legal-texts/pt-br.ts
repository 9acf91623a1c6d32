import type { LegalTexts } from "./types.ts";

const right =
  "Você tem o direito de desistir deste contrato no prazo de 14 dias, sem precisar indicar o motivo.";
const refund =
  "{name} então devolve o seu pagamento no prazo de 14 dias, pelo mesmo meio de pagamento que você usou e sem nenhum custo.";
const goods =
  "{name} então devolve todos os pagamentos, inclusive o custo da entrega padrão, no prazo de 14 dias, pelo mesmo meio de pagamento que você usou e sem nenhum custo, mas pode reter o reembolso até receber os produtos de volta ou até você apresentar o comprovante do envio. Devolva os produtos no prazo de 14 dias.";
const loss =
  "Você só responde pela perda de valor dos produtos causada por um manuseio além do necessário para verificar a natureza, as características e o funcionamento deles.";

export const ptBr: LegalTexts = {
  language: "pt-BR",
  digital: {
    id: "digital-delivery-1.pt-BR",
    text: "Entregar agora. Concordo expressamente que a entrega comece imediatamente e sei que, com isso, perco o direito de desistir do contrato.",
  },
  digitalPart: {
    id: "digital-part-2.pt-BR",
    text: "Entregar os arquivos agora. Concordo expressamente que a entrega deles comece imediatamente e sei que, com isso, perco o direito de arrependimento quanto a esses arquivos.",
  },
  service: {
    id: "service-2.pt-BR",
    text: "O serviço pode começar durante o prazo de arrependimento de 14 dias. Solicito isso expressamente e sei que perco o direito de arrependimento assim que o serviço for prestado por completo.",
  },
  servicePart: {
    id: "service-part-2.pt-BR",
    text: "O serviço pode começar durante o prazo de arrependimento de 14 dias. Solicito isso expressamente e sei que perco o direito de desistir dele assim que for prestado por completo.",
  },
  digitalAndServiceId: "digital-delivery-and-service-2.pt-BR",
  news: {
    id: "creator-news-1.pt-BR",
    text: "Quero receber por e-mail as novidades desta página. Posso cancelar a inscrição a qualquer momento.",
  },
  withdrawal: {
    id: "withdrawal-2.pt-BR",
    goods: `${right} O prazo termina 14 dias após o dia em que você recebe os produtos.`,
    file: `${right} O prazo termina 14 dias após o dia do pedido. Ele termina antes se você baixar o arquivo, porque você concorda que a entrega comece imediatamente.`,
    service: `${right} O prazo termina 14 dias após o dia do pedido. Ele termina antes se o serviço for prestado por completo, porque você concorda que ele comece antes disso.`,
    how: "Para exercer o direito de arrependimento, pressione “{button}” na página do seu pedido ou comunique a {name} a sua decisão por meio de uma declaração inequívoca, por exemplo por e-mail para {email}. Você pode usar o modelo de formulário de arrependimento, mas isso não é obrigatório. Para que o prazo seja respeitado, basta enviar a comunicação antes do fim do prazo.",
    refund,
    refundOfService: `${refund} Se o serviço já tiver começado, você paga pela parte que foi prestada.`,
    returnByBuyer: `${goods} Você arca com os custos diretos da devolução. ${loss}`,
    returnBySeller: `${goods} {name} arca com os custos da devolução. ${loss}`,
    exceptions:
      "Não há direito de arrependimento para produtos feitos conforme as suas especificações ou claramente personalizados, que se deterioram rapidamente, ou que estavam lacrados por motivos de proteção da saúde ou de higiene e foram abertos.",
    form: [
      "Para {seller}:",
      "Pela presente, comunico que desisto do meu contrato relativo a (produto):",
      "Pedido em, ou recebido em:",
      "Nome do consumidor:",
      "Endereço do consumidor:",
      "Assinatura do consumidor (somente se o formulário for enviado em papel):",
      "Data:",
    ],
  },
};
