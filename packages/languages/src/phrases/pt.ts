/** How users ask for a person in Portuguese. */
import { type AskPatterns, led, others } from './ask-patterns.ts'

const det = '(?:(?:um|uma|o|a|algum|alguma|outro|outra|seu|vosso) )?'
const noun =
  '(?:pessoas?|humanos?|ser humano|agentes?|atendentes?|operador(?:a|es)?|representantes?|alguem|consultor(?:a)?|gerente|supervisor(?:a)?|responsavel|assistente humano|funcionari[oa]|colegas?|suporte|assessor(?:a)?|atendimento(?: humano| ao cliente)?)›(?! (?:d[oae]|n[oa]) (?:meu|minha)s?›)'

export const pt: AskPatterns = {
  cues: [
    'pessoa',
    'human',
    'agente',
    'atend',
    'operador',
    'representante',
    'alguem',
    'consultor',
    'gerente',
    'supervisor',
    'responsavel',
    'funcionari',
    'colega',
    'suporte',
    'assessor',
    'bot',
    'robo',
    'maquina',
    'ia',
  ],
  not: [
    '‹(?:gerente|responsavel|diretora?|chefe) (?:de|dos|pelos) recursos humanos',
    '(?:recursos|direitos) humanos',
    '(?:erro|corpo|capital) humano',
    'agentes? (?:imobiliari[oa]s?|de viagens?|de seguros|de limpeza)',
    '‹(?:por|cada|em) pessoa›',
    'operadora? (?:movel|de celular|logistico|booleano)',
    '‹(?:tenho que|preciso mesmo|e obrigatorio|e necessario) falar com [^.,;!?]{0,30}\\?',
  ],
  asks: [
    `‹(?:falar|conversar|contatar|contactar|teclar)(?: diretamente| agora| logo)? com ${det}${noun}`,
    `‹(?:me |nos )?(?:passa|passe|passar|transfere|transfira|transferir|conecta|conecte|conectar|encaminha|encaminhe|encaminhar|liga|ligue|poe|coloca|coloque)(?:-me|r-me| me)?(?: em contato| agora){0,6} (?:com|para|pra|a) ${det}${noun}`,
    '‹(?:quero|preciso de|preciso|gostaria de|queria|prefiro|exijo|desejo|me da|me de|da-me)(?: ter| ver)? (?:um |uma )?(?:atendente|humano|ser humano|operadora?|agente humano|pessoa (?:real|de verdade|humana)|representante|atendimento humano|supervisora?|gerente)›',
    `‹atendid[oa] por ${det}${noun}`,
    '‹(?:tem|ha|existe) (?:alguem|alguma pessoa|algum humano|algum atendente)(?: ai| aqui| disponivel| que| com quem)',
    '‹nao quero(?: mais)? (?:falar|conversar) com (?:um |uma |o |este )?(?:bot|robo|maquina|ia|chatbot)›',
  ],
  alone: [
    '(?:(?:por favor|ola|oi|melhor|prefiro|(?:nao|chega)(?=[,.!])),? ){0,6}(?:com )?(?:um |uma |o )?(?:atendente|humano|agente|operadora?|pessoa real|atendimento humano|representante|falar com atendente|ser humano|atendente humano)(?:,? (?:por favor|obrigad[oa]|ja))?',
  ],
  before: [
    led(
      ['nao|nunca|jamais|sem|nem|nenhum|tampouco|em vez de|ao inves de|evitar'],
      [
        'me|nos|quero|queria|preciso|precisa|precisar|gostaria|gosto|desejo|vou|ter|que|de|e|necessario|tenho|mais|vontade',
        'prefiro|nunca|seja',
      ],
    ),
    '‹(?:tive|tivemos|tinha|tivera) (?:que|de)',
    '‹precisei(?: de)?',
    '‹(?:obrigad[oa] por|quanto (?:custa|demora))(?: [a-z]{1,20}){0,2}',
  ],
  others: others(
    ['eles|elas|ele|ela|clientes|usuarios|utilizadores'],
    '(?:meus?|minhas?|os|as|o|a|seus?|suas?|nossos?|nossas?|um|uma) (?!gente›)[a-z]{1,20}',
    [
      'querem|quer|queriam|desejam?|podem|pode|precisam?|preferem?|gostariam|de|que|poder|conseguem?|sempre|tambem',
    ],
  ),
  own: '‹(?:me|nos)›|-me›',
  after: [],
}
