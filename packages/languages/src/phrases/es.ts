/** How users ask for a person in Spanish. */
import { type AskPatterns, led, one, others } from './ask-patterns.ts'

const det = '(?:(?:un|una|el|la|los|las|algun|alguna|al|su|tu|otro|otra|unos?|uno de sus) )?'
/** "Somebody of my bank" is nobody here. */
const tail = '›(?! (?:de|en) (?:mi|mis)›)'
const noun = `(?:verdader[oa] )?${one(
  'personas?',
  'humanos?',
  'ser humano',
  'agentes?',
  'asesor(?:a|es)?',
  'operador(?:a|es)?',
  'representantes?',
  'alguien',
  'ejecutiv[oa]',
  'encargad[oa]',
  'supervisor(?:a)?',
  'gerente',
  'emplead[oa]',
  'companer[oa]s?',
  'responsable',
  'atencion al cliente',
  'servicio al cliente',
  'soporte',
  'teleoperador(?:a)?',
  'tecnico',
)}${tail}`
const firm = `${one(
  '(?:una? )?(?:persona|agente|asesora?|operadora?) (?:real|human[oa]|de verdad|fisica|de carne y hueso)',
  '(?:un )?(?:ser )?humano',
  '(?:un |una |el |la )?(?:agente|asesora?|operadora?|representante|supervisora?|gerente|teleoperadora?)',
  '(?:una )?persona(?= por favor|[.!?]|$)',
  'atencion humana',
)}›`

export const es: AskPatterns = {
  cues: [
    'persona',
    'human',
    'agente',
    'asesor',
    'operador',
    'representante',
    'alguien',
    'ejecutiv',
    'encargad',
    'supervisor',
    'gerente',
    'emplead',
    'companer',
    'responsable',
    'cliente',
    'soporte',
    'tecnico',
    'bot',
    'maquina',
    'ia',
  ],
  not: [
    '‹(?:gerente|responsable|encargad[oa]|jef[ea]|director(?:a)?) de (?:los )?recursos humanos',
    '(?:recursos|derechos) humanos',
    '(?:error|cuerpo|capital|genoma) humano',
    'agentes? (?:inmobiliari[oa]s?|de viajes|de seguros|de aduanas?|de bolsa|de policia|de limpieza)',
    '‹(?:por|cada|en) persona›',
    'operador(?:es)? (?:movil|logistico|telefonico|booleano|turistico)',
    'representante legal',
    '‹(?:hay que|tengo que|debo|es obligatorio|es necesario) hablar con [^.,;!?]{0,8}',
  ],
  asks: [
    `‹(?:hablar|conversar|chatear|comunicarme|comunicar|contactar(?:me)?|platicar)(?: directamente| ya| ahora)? con ${det}${noun}`,
    // The commands that are joined with "me" cannot be negated: a "no" before them is a word by itself.
    `‹(?:no )?(?:pasa|pase|pon|ponga|transfiere|transfiera|conecta|conecte|comunica|comunique|deriva|derive)(?:me|nos)(?: en contacto| por favor| ya){0,6} (?:con|a) ${det}${noun}`,
    `‹(?:pasa|pase|pasar|ponga|ponme|pon|poner|transfier[ea]|transferir|conecta|conecte|conectar|comunica|comunique|deriva|derive|redirige|dirija)(?:me|nos|[ns])?(?: en contacto| por favor| ya){0,6} (?:con|a) ${det}${noun}`,
    `‹me (?:puede[ns]?|podria[ns]?|pasa[ns]?|pones?|comunica[ns]?|conecta[ns]?|transfiere[ns]?)(?: pasar| poner| comunicar| conectar| transferir)?(?: en contacto)? (?:con|a) ${det}${noun}`,
    `‹(?:quiero|necesito|quisiera|prefiero|deseo|exijo|solicito|me gustaria|dame|deme|busco|pido)(?: que me atienda| tener| ver)? ${firm}`,
    `‹(?:ayuda|asistencia|respuesta) de ${firm}`,
    `‹que me (?:atiendan?|atendieran?|llamen?|contacten?|responda|conteste|ayude) ${det}${noun}`,
    '‹hay (?:alguien|alguna persona|algun humano|algun agente|un humano|una persona)(?: real)?(?: ahi| aqui| disponible| que me| con quien| con l[ao] que| con el que)',
    '‹no quiero(?: mas| seguir)? (?:hablar|hablando|chatear) con (?:un |una |el |la |este )?(?:bot|robot|maquina|ia|chatbot)›',
  ],
  alone: [
    '(?:(?:por favor|hola|mejor|prefiero|(?:no|basta)(?=[,.!])),? ){0,6}(?:con )?(?:un |una |el |la )?(?:agente|humano|persona real|asesora?|operadora?|representante|agente humano|persona|atencion humana|(?:atencion|servicio) al cliente(?: human[oa])?|ser humano)(?:,? (?:por favor|ya|gracias))?',
  ],
  before: [
    led(
      ['no|nunca|jamas|tampoco|sin|ni|en vez de|en lugar de|evitar'],
      [
        'me|nos|te|se|le|quiero|quisiera|querria|deseo|necesito|necesita|hace|falta|es|necesario|tengo|tener|que|pienso',
        'voy|va|a|gusta|gustaria|preferiria|prefiero|hay|mas|nunca',
      ],
    ),
    '‹(?:gracias por|cuanto (?:cuesta|tarda|cobran)|cobran por|pagar por)(?: [a-z]{1,20}){0,2}',
    '‹(?:tuve|tuvimos|tenia|tenido|hubo) que',
  ],
  others: others(
    ['ellos|ellas|ella|usuarios|clientes'],
    '(?:mis?|los|las|nuestr[oa]s?|tus?|sus?|el|la|un|una) [a-z]{1,20}',
    [
      'quieren?|querian?|desean?|necesitan?|prefieren?|pueden?|podrian?|puedan?|suelen|piden?|gustaria|les?|tienen?',
      'que|poder|siempre|tambien|a',
    ],
  ),
  own: '(?:me|nos)›',
  after: [],
}
