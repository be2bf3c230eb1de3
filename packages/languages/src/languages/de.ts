/** German: all that users say to us in it, and all that we say in it. The fields are explained in `language.ts`. */
import type { Language } from '../language.ts'

const a = "(?:(?:einem|einer|eine|einen|'?nem|'?ner|dem|der|den|ihrem|ihrer|ihren|eurem|eurer|irgend ?einem|ner) )?(?:(?:echten?|richtigen?|lebende[nrm]?|menschlichen?|realen?|wirklichen?|anderen?|zustandigen?) )?"
const person =
  '(?:menschen?|person|mitarbeiter(?:in|n)?|mitarbeitenden?|(?:kunden)?berater(?:in|n)?|agent(?:en|in)?|kundenservice|kundendienst|kundenbetreuer(?:in)?|support(?:er|-?mitarbeiter(?:in)?|team)?|servicemitarbeiter(?:in)?|operator|vorgesetzten|ansprechpartner(?:in)?|sachbearbeiter(?:in)?|kollegen|jemand(?:em|en)?|wem)'
/** Up to the verb: no "not", and nobody "of my bank". */
const gap = '(?:(?! (?:nicht|nie)›| (?:von|bei|aus) mein) [^.,?! ]{1,30}){0,4}?'

export const de: Language = {
  code: 'de',
  letters: 'ßäöü',
  littleWords:
    'der die das den dem des ein eine einen einem einer und oder ist sind war waren sein nicht kein keine ich du er sie wir ihr mein meine meinen meiner dein deine euer wie was wann wo warum wer welche welcher welches kann können könnte muss müssen möchte will wird werden hat haben habe mit für von zu zum zur auf aus bei nach über unter auch noch nur schon bitte danke es gibt im am wenn dass sich mich mir hallo guten gerne geht heute wieder vielen lange dauert kostet kosten lieferung lieferzeit versand versandkosten bestellung bestellen paket rechnung rückgabe rücksendung umtausch erstattung passwort vergessen konto öffnungszeiten geöffnet möglich kaputt angekommen herunterladen verfolgen stornieren storniere gutschein zahlung bezahlen garantie größe anmelden hilfe preis teuer storno fehlt falsche falsch bestellt komme kommt klein öffnet repariert',
  stopWords:
    'aber als am an auch auf aus bei bin bitte bist da das dass dem den der des die dies diese dieser doch du durch ein eine einem einen einer eines er es fur habe haben hat ich ihr im in ist ja kann kein keine konnen man mein meine mich mir mit muss nach nicht noch nur oder schon sein sich sie sind so um und uns unser von vor wann war warum was wenn wer werden wie wieso wird wo zu zum zur',
  questionWords: 'wie|was|wann|wo|wer|warum|kann',
  questionKinds: { time: 'wie lange / wann / wie viele (?:werk)?(?:tage|stunden|wochen|monate)', amount: 'was kosten / was koste / was kostet / wie viel / wieviel / wie teuer', place: '^wo / ^wohin / ^woher', person: '^wer / ^wem / ^wen' },
  wish: '^ich mochte|^ich will',
  goesOn: 'und|auch|was ist mit|wie ist es mit|wie sieht es mit|wie sieht es aus mit',
  and: 'und',
  yes: 'ja|jawohl|jo|jep|klar|na klar|gern|gerne|sehr gern|sehr gerne|natürlich|okay gerne|genau|mach das|machen sie das|verbinden sie mich|verbinde mich|auf jeden fall|einverstanden|in ordnung|das wäre gut|das wäre nett|das wäre toll',
  no: 'nein|keine|keins|keines|keiner|keine davon|keine von diesen|keins davon|nichts davon',
  denies: '‹(?:will|mochte|wollte|meine|brauche)›.*‹(?:nicht|kein[a-z]{0,3})›|^nicht›',
  but: 'sondern|aber',
  negations: 'nicht nie niemals kein keine keinen keinem keiner keines ohne',
  or: 'oder',
  places: 'erste|ersten|erster|erstes|eins / zweite|zweiten|zweiter|zweites|zwei / dritte|dritten|dritter|drittes|drei / letzte|letzten|letzter|letztes / alle|alles / beide|beides|beiden',
  aroundPlaces: 'die das der den nummer option frage bitte ich meine davon diese dieser von ihnen',
  numbers: '1 ein|eins|eine|einer|einen|einem|eines, 2 zwei, 3 drei, 4 vier, 5 funf, 6 sechs, 7 sieben, 8 acht, 9 neun, 10 zehn, 11 elf, 12 zwolf, 14 vierzehn, 15 funfzehn, 20 zwanzig, 24 vierundzwanzig, 30 dreissig, 60 sechzig, 90 neunzig, 100 hundert',
  deletes: 'losch|entfern',
  asksForPerson: {
    cues: 'mensch|person|mitarbeit|berater|agent|kunden|support|service|operator|vorgesetzt|ansprech|sachbearb|kollegen|jemand|wem|wen|bot|robo|maschine|computer|ki',
    not: [
      'mensch(?:enrechte?|liches versagen|licher fehler|licher korper)',
      'mitarbeiter(?:rabatte?|zahl|versammlung|ausweis|portal|angebote?)',
      'personal(?:abteilung|ausweis|wesen)|‹pro person›|(?:immobilien|versicherungs|reise)(?:makler|agent)(?:en|in)?',
      '‹(?:muss|mussen) (?:ich|man|wir) (?:dafur |dazu |erst )?mit [^.,;!?]{0,30}(?:sprechen|reden)',
    ],
    asks: [
      `‹mit ${a}${person}›${gap} (?:sprechen|reden|verbinden|verbunden|chatten|schreiben|telefonieren|unterhalten|kontakt)›`,
      `‹(?:sprechen|reden|chatten|verbinden(?: sie)?(?: mich| uns)?|verbinde(?: mich| uns)?|verbindet(?: mich| uns)?)(?: bitte| jetzt| sofort| lieber| gern){0,6} mit ${a}${person}›`,
      `‹(?:rede|spreche|chatte)(?: ich| bitte| jetzt){0,6}(?: lieber| gern| gerne) mit ${a}${person}›`,
      `‹(?:weiterleiten|weiter ?leiten|leite(?:n sie)?|ubergeben|ubergib|stellen sie|vermitteln|vermittle)(?: mich| uns| bitte| das| das gesprach| den chat| sie){0,6} (?:an|zu) ${a}${person}›`,
      `‹an ${a}${person}› (?:weiterleiten|weitergeleitet|weiterverbinden|ubergeben|vermitteln|durchstellen)`,
      `‹(?:will|mochte|brauche|hatte gerne?|verlange|wunsche|bevorzuge)(?: ich| bitte| jetzt| lieber| nur| mal| gern){0,6} (?:einen|eine|'?nen) (?:echten? |richtigen? )?(?:menschen|mitarbeiter(?:in)?|ansprechpartner(?:in)?|(?:kunden)?berater(?:in)?|agenten|person)›`,
      `‹(?:gib|gebt|geben sie|hol|holen sie|schick|schicken sie|erreiche ich)(?: mir| uns| bitte| mal| jetzt| hier| bei ihnen){0,6} (?:jemanden|${a}${person})›`,
      `‹(?:mir|uns)(?: bitte| mal){0,6} ${a}${person} (?:geben|schicken|holen)›`,
      `‹(?:weiterleitung|verbindung|ubergabe|kontakt) (?:an|zu|mit) ${a}${person}›`,
      '‹(?:kann|konnte|soll)(?: bitte| mir| uns| mal| hier){0,6} (?:ein|eine) (?:echter? |richtiger? )?(?:mensch|mitarbeiter(?:in)?|berater(?:in)?|kollege|kollegin)›(?: bitte| mir| uns| das| hier){0,6} (?:ubernehmen|helfen|weiterhelfen|antworten|anrufen)›',
      `‹(?:jemanden|(?:einen|eine|ihren|euren) ${a}${person})(?: von ihnen| bei ihnen| personlich| direkt){0,6} (?:sprechen|erreichen)›`,
      '‹(?:kann|konnte|konnen|gibt|ist)(?: ich| es| hier| da| auch| mir| uns| nicht){0,6} (?:bitte )?(?:ein|einen|irgend ?ein) (?:echter |echten |richtiger |richtigen )?mensch(?:en)?›(?: da| hier| sprechen| helfen| ubernehmen| mir| erreichbar|[?!]|$)',
      '‹(?:gibt es|sind|ist)(?: hier| da| auch| denn){0,6} (?:echte menschen|jemand echtes|jemand (?:da|hier|erreichbar))›',
      '‹(?:nicht|keine lust)(?: mehr)? mit (?:einem |einer |dem |der |diesem )?(?:bot|roboter|maschine|computer|ki|chatbot)›|‹kein(?:en)? (?:bot|roboter|chatbot)›',
      '‹(?:jemand(?:en|em)?|wen) (?:echte[nms]|menschliche[nms])›',
    ],
    alone:
      '(?:(?:bitte|lieber|hallo|dann|(?:nein|stopp)(?=[,.!])),? ){0,6}(?:mit )?(?:eine[mnr]? |ein )?(?:echte[rmn]? |richtige[rmn]? |menschliche[rmn]? )?(?:mensch(?:en)?|(?:support-?|service-?|kunden-?)?mitarbeiter(?:in)?|(?:kunden)?berater(?:in)?|kundenservice|kundendienst|ansprechpartner|support|agent|operator|echte person)(?:,? (?:bitte|jetzt|sofort)){0,6}',
    refused: {
      by: 'nicht|nie|niemals|ungern|keinesfalls|auf (?:gar )?keinen fall|keine lust|kein interesse|statt|anstatt|ohne(?: dass (?:ich|wir|man))?',
      between: 'wieder|mehr|unbedingt|extra|erst|vorher|dafur|direkt|gleich|jemals|gerne?|auch|zwingend',
    },
    whyNot: '‹(?:kann|konnte|darf|durfte|warum) (?:ich|man|wir) (?:[a-z]{1,20} ){0,3}nicht',
    aside: '‹(?:hatten?|haben?)(?: (?:ich|wir|gestern|schon|bereits|mal|heute)){0,6}|‹bis (?:man|ich|wir)|‹(?:was kostet es|wie lange dauert es),?(?: bis ich| bis man)?|‹danke,? dass ich|‹wurde(?: (?:gestern|schon|bereits|heute|eben|vorhin)){1,6}',
    others: {
      people: '(?:meine |unsere |eure |die )?(?:kunden|nutzer|benutzer|anwender|besucher|gaste|patienten)',
      nouns: '(?:(?:mein|unser|euer|eure|sein)[a-z]{0,2}|der|die|er) [a-z-]{1,20}',
      do: 'wollen|will|mochten?|konnen|kann|konnten?|sollen|soll|wurden?|mussen|muss|bei|euch|ihnen|hier|gerne?|lieber|direkt|auch|oft|immer|nur',
    },
    me: '‹(?:mich|mir|uns|ich|wir)›',
    after: ' (?:will|mochte|muss|brauche|wollen|mussen) (?:ich|wir)(?: auf keinen fall| uberhaupt)? (?:nicht|nie)›',
  },
  smallTalk: {
    greeting: 'hallo|hi|hey|moin|moin moin|servus|grüezi|grüß gott|grüß dich|guten tag|guten morgen|guten abend|schönen guten tag|tag|morgen|hallöchen|na|können sie mir helfen|kannst du mir helfen|ich brauche hilfe|ich habe eine frage|hilfe|jemand da|ist da jemand|ist jemand da',
    well_being: "wie geht es dir|wie geht es ihnen|wie geht's|wie gehts|wie geht's dir|wie gehts dir|alles gut|alles klar bei dir",
    identity: 'wer bist du|wer sind sie|was bist du|was sind sie|wie heißt du|wie heißen sie|bist du ein bot|bist du ein roboter|bist du ein mensch|sind sie ein bot|sind sie ein mensch|bist du eine ki|was kannst du|was können sie',
    thanks: 'danke|danke schön|dankeschön|danke sehr|vielen dank|vielen lieben dank|herzlichen dank|besten dank|tausend dank|danke dir|danke ihnen|danke für die hilfe|vielen dank für die hilfe|vielen dank für ihre hilfe|danke für ihre hilfe|das hilft mir|das hat geholfen|merci',
    goodbye: "tschüss|tschüß|tschau|ciao|auf wiedersehen|bis bald|bis später|bis dann|schönen tag|schönen tag noch|einen schönen tag noch|gute nacht|das war alles|das wars|mach's gut|machs gut|schönes wochenende",
    acknowledgement: 'ok|okay|gut|alles klar|verstanden|verstehe|ich verstehe|super|prima|toll|perfekt|klasse|passt|in ordnung|ja|nein|nein danke|klar|genau|schon gut|noch eine frage|eine frage noch',
    filler: 'zusammen|liebes team|team|ihr|dir|ihnen|auch|noch|sehr|dann|und|erstmal|alle|bitte|für die hilfe|für ihre hilfe|für deine hilfe|für die antwort|für die schnelle antwort|für die info|für die auskunft|für alles|jetzt|mit einem menschen',
  },
  says: {
    greeting: 'Hallo! Wie kann ich Ihnen helfen?',
    well_being: 'Danke, gut. Wie kann ich Ihnen helfen?',
    identity: 'Ich bin ein automatischer Assistent und antworte aus dem, was mir bekannt ist. Was möchten Sie wissen?',
    thanks: 'Gern geschehen!',
    goodbye: 'Auf Wiedersehen!',
    acknowledgement: 'In Ordnung. Möchten Sie noch etwas wissen?',
    offer_one: 'Ich bin nicht sicher, ob ich Sie richtig verstanden habe. Meinen Sie das?',
    offer: 'Ich bin nicht sicher, ob ich Sie richtig verstanden habe. Meinen Sie eine dieser Fragen?',
    fallback: 'Darauf habe ich leider keine Antwort. Können Sie es anders formulieren?',
    fallback_person: 'Darauf habe ich leider keine Antwort. Sie können es anders formulieren oder mir sagen, dass Sie mit einem Menschen sprechen möchten.',
    fallback_part: 'Hierauf habe ich leider keine Antwort: {question}',
    no_person: 'Hier kann ich Sie leider nicht mit einem Menschen verbinden. Was möchten Sie wissen?',
    document_read: 'Ich habe {name} gelesen. Was möchten Sie dazu wissen?',
    unreadable: 'Das Gesendete konnte ich leider nicht verwenden. Können Sie es als Text schreiben?',
    trouble: 'Bei mir ist leider etwas schiefgegangen. Bitte versuchen Sie es gleich noch einmal.',
  },
  notices: {
    connecting: 'Einen Moment, ich verbinde Sie mit einem Menschen.',
    waiting: 'Ihre Anfrage ist bei {service} angekommen. Gleich ist jemand für Sie da.',
    connected: 'Sie sprechen jetzt mit einem Menschen von {service}.',
    failed: 'Unser Team ist gerade nicht erreichbar. Hinterlassen Sie hier gern Ihre E-Mail-Adresse; bis dahin helfe ich Ihnen weiter.',
    wait_timeout: 'Im Moment ist niemand frei. Hinterlassen Sie hier gern Ihre E-Mail-Adresse; bis dahin helfe ich Ihnen weiter.',
    ended_by_person: 'Das Gespräch mit {service} ist beendet. Ich bin wieder für Sie da.',
    ended_by_user: 'Sie haben das Gespräch mit {service} beendet. Ich bin wieder für Sie da.',
    ended_by_timeout: 'Das Gespräch mit {service} wurde beendet, weil länger nichts gesagt wurde. Ich bin wieder für Sie da.',
    ended: 'Das Gespräch mit {service} ist beendet.',
    outside_hours: 'Gerade ist niemand da. {service} ist wieder erreichbar: {when}. Hinterlassen Sie hier gern Ihre E-Mail-Adresse; bis dahin helfe ich Ihnen weiter.',
    closed: 'Gerade ist niemand da. Hinterlassen Sie hier gern Ihre E-Mail-Adresse; bis dahin helfe ich Ihnen weiter.',
    email_thanks: 'Danke, ich habe Ihre E-Mail-Adresse notiert.',
  },
  page: 'Verbinden…|Online|Ein Mensch wurde gerufen|Verbinde erneut…|Nicht verfügbar|Dieser Chat ist beendet.|Stellen Sie eine Frage.|Frage eingeben…|Ihre Nachricht|Senden|Mit einem Menschen sprechen|Beenden|Neuer Chat|Nicht gesendet:|zu viele Nachrichten auf einmal. Bitte warten Sie einen Moment.|keine Verbindung. Bitte versuchen Sie es noch einmal.|Hier kann niemand gerufen werden.',
}
