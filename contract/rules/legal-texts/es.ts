import type { LegalTexts } from "./types.ts";

const right =
  "Tiene usted derecho a desistir del presente contrato en un plazo de 14 días naturales sin necesidad de justificación.";
const refund =
  "{name} le devolverá entonces su pago en un plazo de 14 días naturales, por el mismo medio de pago que usted empleó y sin ningún gasto.";
const goods =
  "{name} le devolverá entonces todos los pagos, incluidos los gastos de la entrega ordinaria, en un plazo de 14 días naturales, por el mismo medio de pago que usted empleó y sin ningún gasto, pero podrá retener el reembolso hasta haber recibido los bienes o hasta que usted presente una prueba de su devolución. Devuelva los bienes en un plazo de 14 días naturales.";
const loss =
  "Solo será usted responsable de la disminución de valor de los bienes resultante de una manipulación distinta a la necesaria para establecer su naturaleza, sus características y su funcionamiento.";

export const es: LegalTexts = {
  language: "es",
  digital: {
    id: "digital-delivery-1.es",
    text: "Entregar ahora. Consiento expresamente que la entrega comience de inmediato y sé que con ello pierdo mi derecho a desistir del contrato.",
  },
  digitalPart: {
    id: "digital-part-2.es",
    text: "Entregar los archivos ahora. Consiento expresamente que su entrega comience de inmediato y sé que con ello pierdo mi derecho de desistimiento respecto a estos archivos.",
  },
  service: {
    id: "service-1.es",
    text: "El servicio puede comenzar durante los 14 días del plazo de desistimiento. Lo solicito expresamente y sé que pierdo mi derecho de desistimiento una vez que se haya prestado por completo.",
  },
  servicePart: {
    id: "service-part-1.es",
    text: "El servicio puede comenzar durante los 14 días del plazo de desistimiento. Lo solicito expresamente y sé que pierdo mi derecho a desistir de él una vez que se haya prestado por completo.",
  },
  digitalAndServiceId: "digital-delivery-and-service-1.es",
  news: {
    id: "creator-news-1.es",
    text: "Quiero recibir por correo electrónico novedades de esta página. Puedo darme de baja en cualquier momento.",
  },
  withdrawal: {
    id: "withdrawal-1.es",
    goods: `${right} El plazo de desistimiento expirará a los 14 días naturales del día en que usted adquirió la posesión material de los bienes.`,
    file: `${right} El plazo de desistimiento expirará a los 14 días naturales del día del pedido. Expirará antes si usted descarga el archivo, porque consiente que la entrega comience de inmediato.`,
    service: `${right} El plazo de desistimiento expirará a los 14 días naturales del día del pedido. Expirará antes si el servicio se ha prestado por completo, porque usted consiente que comience antes de esa fecha.`,
    how: "Para ejercer el derecho de desistimiento, pulse «{button}» en la página de su pedido, o notifique a {name} su decisión a través de una declaración inequívoca, por ejemplo por correo electrónico a {email}. Podrá utilizar el modelo de formulario de desistimiento, aunque su uso no es obligatorio. Para cumplir el plazo de desistimiento, basta con que la comunicación se envíe antes de que venza dicho plazo.",
    refund,
    refundOfService: `${refund} Si el servicio ha comenzado para entonces, usted pagará la parte ya prestada.`,
    returnByBuyer: `${goods} Deberá usted asumir el coste directo de devolución de los bienes. ${loss}`,
    returnBySeller: `${goods} {name} asume el coste de la devolución. ${loss}`,
    exceptions:
      "No hay derecho de desistimiento para los bienes confeccionados conforme a sus especificaciones o claramente personalizados, los que puedan deteriorarse con rapidez, ni los que estaban precintados por razones de protección de la salud o de higiene y se han desprecintado.",
    form: [
      "A la atención de {seller}:",
      "Por la presente le comunico que desisto de mi contrato sobre (producto):",
      "Pedido el, o recibido el:",
      "Nombre del consumidor:",
      "Domicilio del consumidor:",
      "Firma del consumidor (solo si el formulario se presenta en papel):",
      "Fecha:",
    ],
  },
};
