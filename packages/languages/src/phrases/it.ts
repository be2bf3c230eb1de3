/** How users ask for a person in Italian. */
import { type AskPatterns, led, others } from './ask-patterns.ts'

const det = "(?:(?:un|una|uno|il|la|lo|l'|un'|qualche|vostro|un vostro) ?)?"
const noun =
  '(?:(?:vera |altra )?persona|umano|essere umano|operatore|operatrice|addetto|addetta|consulente|responsabile|qualcuno|collega|assistenza|servizio clienti|agente|rappresentante|tecnico|supervisore|impiegato)›(?! (?:del|della) mi[oa]›)'

export const it: AskPatterns = {
  cues: [
    'persona',
    'uman',
    'operat',
    'addett',
    'consulent',
    'responsabil',
    'qualcuno',
    'collega',
    'assistenza',
    'clienti',
    'agente',
    'rappresentant',
    'tecnico',
    'supervisor',
    'impiegat',
    'bot',
    'macchina',
    'ia',
  ],
  not: [
    'risorse umane',
    'diritti umani',
    '(?:errore|corpo|capitale) umano',
    'agent[ei] (?:immobiliar[ei]|di viaggio|assicurativ[oi])',
    '‹(?:a|per|di) persona›',
    '‹(?:devo|bisogna|occorre) (?:per forza )?parlare con [^.,;!?]{0,30}\\?',
  ],
  asks: [
    `‹(?:parlare|chattare|comunicare)(?: direttamente| subito)? con ${det}${noun}`,
    `‹(?:passami|passarmi|mi passi|mi passa|mettimi|mettermi|mi metta|mi metti|trasferiscimi|trasferirmi|mi trasferisca|collegami|collegarmi|mi colleghi|passatemi|mettetemi)(?: in contatto)?(?: con| a| ad)? ?${det}${noun}`,
    `‹mi (?:puo|puoi|potete|potrebbe|potresti) (?:passare|mettere|trasferire|collegare)(?: in contatto)?(?: con| a| ad)? ?${det}${noun}`,
    "‹(?:voglio|vorrei|ho bisogno di|preferisco|esigo|desidero|mi serve)(?: avere)? (?:un |una |un')?(?:operatore|operatrice|umano|essere umano|persona (?:vera|reale)|vera persona|addetto|consulente|agente umano)›",
    "‹c'e (?:qualcuno|una persona|un operatore|un umano)(?: vera| reale| umano)?(?: qui| disponibile| con cui| a cui|\\?)",
    '‹non voglio(?: piu)? (?:parlare|chattare) con (?:un |una |il |questo )?(?:bot|robot|macchina|ia|chatbot)›',
  ],
  alone: [
    "(?:(?:per favore|ciao|meglio|preferisco|(?:no|basta)(?=[,.!])),? ){0,6}(?:con )?(?:un |una |l')?(?:operatore|operatrice|umano|persona (?:vera|reale)|essere umano|operatore umano|assistenza umana|servizio clienti)(?:,? (?:per favore|grazie))?",
  ],
  before: [
    led(
      ['non|mai|senza|nessun|nessuna|invece di|anziche|evitare di'],
      [
        'voglio|vorrei|mi|ci|che|ho|bisogno|di|serve|e|necessario|occorre|dover|dovere|piace|mai|piu|devi|deve|desidero|intendo',
      ],
    ),
    '‹(?:dovut[oa]|dovevo)',
    '‹(?:grazie per|quanto (?:costa|ci vuole per))(?: [a-z]{1,20}){0,2}',
  ],
  others: others(
    ['loro|lui|lei|clienti|utenti'],
    '(?:i|gli|le|la|il|lo|un|una|mi[oa]|miei|mie|nostr[iao]|vostr[iao]) [a-z]{1,20}',
    ['vogliono|vuole|vorrebbero|vorrebbe|possono|puo|devono|deve|preferiscono|preferisce|di|che|poter'],
  ),
  own: 'mi›',
  after: [],
}
