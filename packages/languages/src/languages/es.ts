/** Spanish: all that users say to us in it, and all that we say in it. The fields are explained in `language.ts`. */
import type { Language } from '../language.ts'

const a = '(?:(?:un|una|el|la|los|las|algun|alguna|al|su|tu|otro|otra|unos?|uno de sus) )?'
/** "Somebody of my bank" is nobody here. */
const person =
  '(?:verdader[oa] )?(?:personas?|humanos?|ser humano|agentes?|asesor(?:a|es)?|operador(?:a|es)?|representantes?|alguien|ejecutiv[oa]|encargad[oa]|supervisor(?:a)?|gerente|emplead[oa]|companer[oa]s?|responsable|atencion al cliente|servicio al cliente|soporte|teleoperador(?:a)?|tecnico)›(?! (?:de|en) (?:mi|mis)›)'
const human = '(?:(?:una? |el |la )?(?:persona|agente|asesora?|operadora?) (?:real|human[oa]|de verdad|fisica|de carne y hueso)|(?:un )?(?:ser )?humano|(?:un |una |el |la )?(?:agente|asesora?|operadora?|representante|supervisora?|gerente|teleoperadora?)|(?:una )?persona(?= por favor|[.!?]|$)|atencion humana)›'

export const es: Language = {
  code: 'es',
  letters: 'ñ¿¡',
  littleWords:
    'el la los las un una unos unas de del y o es son era ser está están estoy estar yo tú usted nosotros mi mis tu su sus qué que cómo como cuándo cuando dónde donde por quién cuál cuánto cuánta puedo puede pueden quiero tengo tiene hay con para sin sobre no muy más también hola gracias buenos buenas al lo le me se si hacer esta este esto pero ya días cuántos cuántas años tienes tienen a cuesta hace entrega envío envíos paquete pedido factura reembolso devolución devoluciones contraseña olvidé horario apertura gastos cancelar pago pagar garantía talla cuenta tiempo roto llegado seguimiento enviar precio abren abre tienda llega funciona ayuda devolver arreglan reparación trabajo domingo venden hablar necesito quisiera prefiero alguien pásame deseo',
  stopWords: 'al como con cual cuales cuando de del donde el ella ellos en era es esa ese eso esta este esto hay la las le les lo los mas me mi mis muy no nos para pero por porque puedo puede que quien se si sin sobre son su sus tengo tiene tu un una uno y ya yo',
  questionWords: 'cómo|cuándo|cuánto|dónde|puedo|como',
  questionKinds: { time: 'cuanto (?:tiempo|tarda|dura|demora) / cuantos dias / ^cuando / a que hora', amount: 'cuanto', place: '^donde', person: '^quien' },
  wish: '^quiero',
  goesOn: 'y|también',
  and: 'y',
  yes: 'sí|si|claro|claro que sí|por supuesto|vale|de acuerdo|dale|bueno|adelante|desde luego|me gustaría|sí quiero|conécteme',
  no: 'no|ninguno|ninguna|ninguno de estos|ninguna de estas|ninguna de esas',
  denies: '‹no (?:quiero|queria|deseo|necesito|busco)›',
  but: 'sino|pero',
  negations: 'no nunca sin',
  or: 'o',
  places: 'primero|primera|uno / segundo|segunda|dos / tercero|tercera|tres / ultimo|ultima / todos|todas / ambos|ambas|los dos|las dos',
  aroundPlaces: 'la el lo numero opcion pregunta por favor de estos esas',
  numbers: '1 un|uno|una|primer|primero|primera, 2 dos, 3 tres, 4 cuatro, 5 cinco, 6 seis, 7 siete, 8 ocho, 9 nueve, 10 diez, 11 once, 12 doce, 14 catorce, 15 quince, 20 veinte, 30 treinta, 60 sesenta, 90 noventa, 100 cien',
  deletes: 'borr|elimin',
  asksForPerson: {
    cues: 'persona|human|agente|asesor|operador|representante|alguien|ejecutiv|encargad|supervisor|gerente|emplead|companer|responsable|cliente|soporte|tecnico|bot|maquina|ia',
    not: [
      '‹(?:gerente|responsable|encargad[oa]|jef[ea]|director(?:a)?) de (?:los )?recursos humanos',
      '(?:recursos|derechos) humanos|(?:error|cuerpo|capital|genoma) humano|‹(?:por|cada|en) persona›|representante legal',
      'agentes? (?:inmobiliari[oa]s?|de viajes|de seguros|de aduanas?|de bolsa|de policia|de limpieza)',
      'operador(?:es)? (?:movil|logistico|telefonico|booleano|turistico)',
      '‹(?:hay que|tengo que|debo|es obligatorio|es necesario) hablar con [^.,;!?]{0,8}',
    ],
    asks: [
      `‹(?:hablar|conversar|chatear|comunicarme|comunicar|contactar(?:me)?|platicar)(?: directamente| ya| ahora)? con ${a}${person}`,
      // Commands joined with "me" cannot be negated: a "no" before them is a word by itself.
      `‹(?:no )?(?:pasa|pase|pon|ponga|transfiere|transfiera|conecta|conecte|comunica|comunique|deriva|derive)(?:me|nos)(?: en contacto| por favor| ya){0,6} (?:con|a) ${a}${person}`,
      `‹(?:pasa|pase|pasar|ponga|poner|transfier[ea]|transferir|conecta|conecte|conectar|comunica|comunique|deriva|derive|redirige|dirija)(?:me|nos|[ns])?(?: en contacto| por favor| ya){0,6} (?:con|a) ${a}${person}`,
      `‹me (?:puede[ns]?|podria[ns]?|pasa[ns]?|pones?|comunica[ns]?|conecta[ns]?|transfiere[ns]?)(?: pasar| poner| comunicar| conectar| transferir)?(?: en contacto)? (?:con|a) ${a}${person}`,
      `‹(?:quiero|necesito|quisiera|prefiero|deseo|exijo|solicito|me gustaria|dame|deme|busco|pido)(?: que me atienda| tener| ver)? ${human}`,
      `‹(?:ayuda|asistencia|respuesta) de ${human}`,
      `‹que me (?:atiendan?|atendieran?|llamen?|contacten?|responda|conteste|ayude) ${a}${person}`,
      '‹hay (?:alguien|alguna persona|algun humano|algun agente|un humano|una persona)(?: real)?(?: ahi| aqui| disponible| que me| con quien| con l[ao] que| con el que)',
      '‹no quiero(?: mas| seguir)? (?:hablar|hablando|chatear) con (?:un |una |el |la |este )?(?:bot|robot|maquina|ia|chatbot)›',
    ],
    alone: '(?:(?:por favor|hola|mejor|prefiero|(?:no|basta)(?=[,.!])),? ){0,6}(?:con )?(?:un |una |el |la )?(?:agente|humano|persona real|asesora?|operadora?|representante|agente humano|persona|atencion humana|(?:atencion|servicio) al cliente(?: human[oa])?|ser humano)(?:,? (?:por favor|ya|gracias))?',
    refused: {
      by: 'no|nunca|jamas|tampoco|sin|ni|en vez de|en lugar de|evitar',
      between: 'me|nos|te|se|le|quiero|quisiera|querria|deseo|necesito|necesita|hace|falta|es|necesario|tengo|tener|que|pienso|voy|va|a|gusta|gustaria|preferiria|prefiero|hay|mas|nunca',
    },
    aside: '‹(?:gracias por|cuanto (?:cuesta|tarda|cobran)|cobran por|pagar por)(?: [a-z]{1,20}){0,2}|‹(?:tuve|tuvimos|tenia|tenido|hubo) que',
    others: {
      people: 'ellos|ellas|ella|usuarios|clientes',
      nouns: '(?:mis?|los|las|nuestr[oa]s?|tus?|sus?|el|la|un|una) [a-z]{1,20}',
      do: 'quieren?|querian?|desean?|necesitan?|prefieren?|pueden?|podrian?|puedan?|suelen|piden?|gustaria|les?|tienen?|que|poder|siempre|tambien|a',
    },
    me: '(?:me|nos)›',
  },
  columns: { question: 'pregunta|preguntas|consulta', answer: 'respuesta|respuestas|contestación', similar: 'preguntas similares|pregunta similar', keywords: 'palabras clave|palabra clave', maybeQuestion: 'título|titulo', maybeAnswer: 'contenido|texto' },
  smallTalk: {
    greeting: 'hola|buenas|buenos días|buen día|buenas tardes|buenas noches|hola buenas|hola buenos días|hola buenas tardes|saludos|qué hay|muy buenas|holi|puede ayudarme|me puede ayudar|puedes ayudarme|me puedes ayudar|necesito ayuda|tengo una pregunta|tengo una duda|hay alguien|hay alguien ahí|ayuda',
    well_being: 'cómo estás|cómo está|cómo está usted|qué tal|qué tal estás|cómo te va|cómo le va|todo bien',
    identity: 'quién eres|quién es usted|qué eres|cómo te llamas|cómo se llama|cuál es tu nombre|eres un bot|eres un robot|eres humano|eres una persona|es usted un robot|qué puedes hacer|qué sabes hacer',
    thanks: 'gracias|muchas gracias|mil gracias|muchísimas gracias|te lo agradezco|se lo agradezco|gracias por tu ayuda|gracias por su ayuda|gracias por la ayuda|muy amable',
    goodbye: 'adiós|chao|chau|hasta luego|hasta pronto|hasta mañana|hasta la vista|nos vemos|que tenga buen día|que tengas buen día|buen fin de semana|eso es todo|nada más',
    acknowledgement: 'ok|okay|vale|de acuerdo|entendido|entiendo|ya veo|perfecto|genial|bien|muy bien|bueno|claro|sí|no|no gracias|listo|está bien|estupendo|excelente|otra pregunta|una pregunta más',
    filler: 'a todos|amigo|señor|señora|y|pues|por todo|entonces|muy|mucho|por tu ayuda|por su ayuda|por la ayuda|por ayudarme|por tu respuesta|por su respuesta|por la información|por la info|por favor',
  },
  says: {
    greeting: '¡Hola! ¿En qué puedo ayudarle?',
    well_being: 'Muy bien, gracias. ¿En qué puedo ayudarle?',
    identity: 'Soy un asistente automático. Respondo con lo que me han dado a conocer. ¿Qué le gustaría saber?',
    thanks: '¡De nada!',
    goodbye: '¡Hasta luego!',
    acknowledgement: 'De acuerdo. ¿Quiere saber algo más?',
    offer_one: 'No estoy seguro de haber entendido. ¿Se refiere a esto?',
    offer: 'No estoy seguro de haber entendido. ¿Se refiere a una de estas preguntas?',
    fallback: 'Lo siento, no tengo respuesta a eso. ¿Puede decirlo con otras palabras?',
    fallback_person: 'Lo siento, no tengo respuesta a eso. Puede decirlo con otras palabras o decirme que quiere hablar con una persona.',
    fallback_part: 'Lo siento, no tengo respuesta a esto: {question}',
    no_person: 'Lo siento, aquí no puedo ponerle en contacto con una persona. ¿Qué le gustaría saber?',
    document_read: 'He leído {name}. ¿Qué le gustaría saber sobre ello?',
    unreadable: 'Lo siento, no he podido usar lo que ha enviado. ¿Puede escribirlo como texto?',
    trouble: 'Lo siento, algo ha fallado por mi parte. Inténtelo de nuevo en un momento.',
  },
  notices: {
    connecting: 'Un momento, le estoy poniendo en contacto con una persona.',
    waiting: 'Su solicitud ha llegado a {service}. Enseguida le atenderá alguien.',
    connected: 'Ahora habla con una persona de {service}.',
    failed: 'En este momento no podemos contactar con nuestro equipo. Si quiere, deje aquí su correo electrónico; mientras tanto sigo a su disposición.',
    wait_timeout: 'En este momento no hay nadie libre. Si quiere, deje aquí su correo electrónico; mientras tanto sigo a su disposición.',
    waiting_again: 'La persona que le atendía ha tenido que irse. Enseguida le atenderá otra persona de {service}.',
    ended_by_person: 'La conversación con {service} ha terminado. Sigo aquí si necesita algo.',
    ended_by_user: 'Ha terminado la conversación con {service}. Sigo aquí si necesita algo.',
    ended_by_timeout: 'La conversación con {service} ha terminado por falta de actividad. Sigo aquí si necesita algo.',
    ended: 'La conversación con {service} ha terminado.',
    outside_hours: 'Ahora mismo no hay nadie. {service} volverá a atender: {when}. Si quiere, deje aquí su correo electrónico; mientras tanto sigo a su disposición.',
    closed: 'Ahora mismo no hay nadie. Si quiere, deje aquí su correo electrónico; mientras tanto sigo a su disposición.',
    email_thanks: 'Gracias, he anotado su correo electrónico.',
  },
  page: 'Conectando…|En línea|Se ha llamado a una persona|Reconectando…|No disponible|Este chat ha terminado.|Haga una pregunta para empezar.|Pregunte algo…|Su mensaje|Enviar|Hablar con una persona|Terminar|Nuevo chat|No enviado:|demasiados mensajes a la vez. Espere un momento.|sin conexión. Inténtelo de nuevo.|Aquí no se puede llamar a nadie.|Cerrar|Adjuntar un archivo|Guardar este chat|Útil|No es útil|El archivo es demasiado grande; como máximo {size} MB.|No se pueden enviar archivos de este tipo.|Habrá personas de nuevo: {when}.|Usted|No adjuntar|Está hablando con una persona|El archivo está vacío.',
}
