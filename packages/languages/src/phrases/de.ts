/** How users ask for a person in German. */
import { type AskPatterns, led, one, others } from './ask-patterns.ts'

const det =
  "(?:(?:einem|einer|eine|einen|'?nem|'?ner|dem|der|den|ihrem|ihrer|ihren|eurem|eurer|irgend ?einem|ner) )?"
const adj =
  '(?:(?:echten?|richtigen?|lebende[nrm]?|menschlichen?|realen?|wirklichen?|anderen?|zustandigen?) )?'
const noun = one(
  'menschen?',
  'person',
  'mitarbeiter(?:in|n)?',
  'mitarbeitenden?',
  '(?:kunden)?berater(?:in|n)?',
  'agent(?:en|in)?',
  'kundenservice',
  'kundendienst',
  'kundenbetreuer(?:in)?',
  'support(?:er|-?mitarbeiter(?:in)?|team)?',
  'servicemitarbeiter(?:in)?',
  'operator',
  'vorgesetzten',
  'ansprechpartner(?:in)?',
  'sachbearbeiter(?:in)?',
  'kollegen',
  'jemand(?:em|en)?',
  'wem',
)
/** Up to the verb: no "not", and nobody "of my bank". */
const gap = '(?:(?! (?:nicht|nie)›| (?:von|bei|aus) mein) [^.,?! ]{1,30}){0,4}?'
/** "Why can I not talk to a person?" asks for one. */
const asked = '(?<!‹(?:kann|konnte|darf|durfte|warum) (?:ich|man|wir) (?:[a-z]{1,20} ){0,3})'

export const de: AskPatterns = {
  cues: [
    'mensch',
    'person',
    'mitarbeit',
    'berater',
    'agent',
    'kunden',
    'support',
    'service',
    'operator',
    'vorgesetzt',
    'ansprech',
    'sachbearb',
    'kollegen',
    'jemand',
    'wem',
    'wen',
    'bot',
    'robo',
    'maschine',
    'computer',
    'ki',
  ],
  not: [
    'mensch(?:enrechte?|liches versagen|licher fehler|licher korper)',
    'mitarbeiter(?:rabatte?|zahl|versammlung|ausweis|portal|angebote?)',
    'personal(?:abteilung|ausweis|wesen)',
    '‹pro person›',
    '(?:immobilien|versicherungs|reise)(?:makler|agent)(?:en|in)?',
    '‹(?:muss|muß|mussen) (?:ich|man|wir) (?:dafur |dazu |erst )?mit [^.,;!?]{0,30}(?:sprechen|reden)',
  ],
  asks: [
    `‹mit ${det}${adj}${noun}›${gap} (?:sprechen|reden|verbinden|verbunden|chatten|schreiben|telefonieren|unterhalten|kontakt)›`,
    `‹(?:sprechen|reden|chatten|verbinden(?: sie)?(?: mich| uns)?|verbinde(?: mich| uns)?|verbindet(?: mich| uns)?)(?: bitte| jetzt| sofort| lieber| gern){0,6} mit ${det}${adj}${noun}›`,
    `‹(?:rede|spreche|chatte)(?: ich| bitte| jetzt){0,6}(?: lieber| gern| gerne) mit ${det}${adj}${noun}›`,
    `‹(?:weiterleiten|weiter ?leiten|leite(?:n sie)?|ubergeben|ubergib|stellen sie|vermitteln|vermittle)(?: mich| uns| bitte| das| das gesprach| den chat| sie){0,6} (?:an|zu) ${det}${adj}${noun}›`,
    `‹an ${det}${adj}${noun}› (?:weiterleiten|weitergeleitet|weiterverbinden|ubergeben|vermitteln|durchstellen)`,
    `‹(?:will|mochte|brauche|hatte gerne?|verlange|wunsche|bevorzuge)(?: ich| bitte| jetzt| lieber| nur| mal| gern){0,6} (?:einen|eine|'?nen) ${adj}(?:menschen|mitarbeiter(?:in)?|ansprechpartner(?:in)?|(?:kunden)?berater(?:in)?|agenten|echte person)›`,
    `‹(?:gib|gebt|geben sie|hol|holen sie|schick|schicken sie)(?: mir| uns| bitte| mal| jetzt){0,6} (?:einen|eine|'?nen) ${adj}${noun}›`,
    `‹(?:mir|uns)(?: bitte| mal){0,6} (?:einen|eine) ${adj}${noun} (?:geben|schicken|holen)›`,
    `‹(?:weiterleitung|verbindung|ubergabe|kontakt) (?:an|zu|mit) ${det}${adj}${noun}›`,
    '‹(?:kann|konnte|soll)(?: bitte| mir| uns| mal| hier){0,6} (?:ein|eine) (?:echter? |richtiger? )?(?:mensch|mitarbeiter(?:in)?|berater(?:in)?|kollege|kollegin)›(?: bitte| mir| uns| das| hier){0,6} (?:ubernehmen|helfen|weiterhelfen|antworten|anrufen)›',
    `‹(?:jemanden|(?:einen|eine|ihren|euren) ${adj}${noun})(?: von ihnen| bei ihnen| personlich| direkt){0,6} (?:sprechen|erreichen)›`,
    `‹erreiche ich(?: hier| bei ihnen)? (?:jemanden|(?:einen|eine|ihren) ${adj}${noun})›`,
    '‹(?:kann|konnte|konnen|gibt|ist)(?: ich| es| hier| da| auch| mir| uns| nicht){0,6} (?:bitte )?(?:ein|einen|irgend ?ein) (?:echter |echten |richtiger |richtigen )?mensch(?:en)?›(?: da| hier| sprechen| helfen| ubernehmen| mir| erreichbar|[?!]|$)',
    '‹(?:gibt es|sind|ist)(?: hier| da| auch| denn){0,6} (?:echte menschen|jemand echtes|jemand (?:da|hier|erreichbar))›',
    '‹(?:nicht|keine lust)(?: mehr)? mit (?:einem |einer |dem |der |diesem )?(?:bot|roboter|maschine|computer|ki|chatbot)›',
    '‹kein(?:en)? (?:bot|roboter|chatbot)›',
    '‹(?:jemand(?:en|em)?|wen) (?:echte[nms]|menschliche[nms])›',
  ],
  alone: [
    '(?:(?:bitte|lieber|hallo|dann|(?:nein|stopp)(?=[,.!])),? ){0,6}(?:mit )?(?:eine[mnr]? |ein )?(?:echte[rmn]? |richtige[rmn]? |menschliche[rmn]? )?(?:mensch(?:en)?|(?:support-?|service-?|kunden-?)?mitarbeiter(?:in)?|(?:kunden)?berater(?:in)?|kundenservice|kundendienst|ansprechpartner|support|agent|operator|echte person)(?:,? (?:bitte|jetzt|sofort)){0,6}',
  ],
  before: [
    led(
      [
        `${asked}nicht|nie|niemals|ungern|keinesfalls|auf (?:gar )?keinen fall|keine lust|kein interesse|statt|anstatt|ohne(?: dass (?:ich|wir|man))?`,
      ],
      ['wieder|mehr|unbedingt|extra|erst|vorher|dafur|direkt|gleich|jemals|gerne?|auch|zwingend'],
    ),
    '‹(?:hatten?|haben?)(?: (?:ich|wir|gestern|schon|bereits|mal|heute)){0,6}',
    '‹bis (?:man|ich|wir)',
    '‹(?:was kostet es|wie lange dauert es),?(?: bis ich| bis man)?',
    '‹danke,? dass ich',
    '‹wurde(?: (?:gestern|schon|bereits|heute|eben|vorhin)){1,6}',
  ],
  others: others(
    ['(?:meine |unsere |eure |die )?(?:kunden|nutzer|benutzer|anwender|besucher|gaste|patienten)'],
    '(?:(?:mein|unser|euer|eure|sein)[a-z]{0,2}|der|die|er) (?!(?:ich|wir)›)[a-z-]{1,20}',
    [
      'wollen|will|mochten?|konnen|kann|konnten?|sollen|soll|wurden?|mussen|muss|bei|euch|ihnen|hier|gerne?|lieber',
      'direkt|auch|oft|immer|nur',
    ],
  ),
  after: [
    ' (?:will|mochte|muss|brauche|wollen|mussen) (?:ich|wir)(?: auf keinen fall| uberhaupt)? (?:nicht|nie)›',
  ],
}
