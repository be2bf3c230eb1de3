/**
 * How users ask for a person, in English, Spanish, German and French. `not` is taken out of the text before `asks` is looked
 * for. All lower case, accents do not matter; ‹ and › are the edges of a word. What repeats can be read in one way only: no
 * text may make matching slow. Other languages are in the files beside this one.
 */
export interface AskPatterns {
  /** Without one of these in it no text asks; most texts need no closer look. */
  readonly cues: readonly string[]
  readonly not: readonly string[]
  readonly asks: readonly string[]
}

const one = (...choices: string[]) => `(?:${choices.join('|')})`

const en = (() => {
  const det = '(?:(?:a|an|the|any|some|your|one of your|one of the|somebody|someone) )*'
  const adj =
    '(?:(?:real|live|actual|human|living|support|service|customer|customer-service|care|sales|technical|tech|billing|help ?desk|senior|different|proper|call cent(?:er|re)) )*'
  const tail =
    "(?!'s›)(?! (?:else|commissions?|fees?|ids?|codes?|numbers?|portal|app|account|login|name|contracts?|licen[cs]e|agreement|resources?|error|rights|hours?|hotline|phone|email|address|salary|training|software|table|token|string|who (?:can|could|would) sign|to (?:sign|receive|accept|be)))"
  const noun = `${one(
    'humans?(?: being| agent| operator| support)?',
    'persons?',
    'people',
    'someone',
    'somebody',
    'agents?',
    'representatives?',
    'reps?',
    'operators?',
    'advis[eo]rs?',
    'consultants?',
    'staff(?: member)?',
    'employees?',
    'supervisors?',
    'managers?',
    'specialists?',
    'team members?',
    'customer (?:service|support|care)',
    'support(?: team)?',
    'live (?:chat|support)',
  )}›${tail}`
  const firm = `${one(
    'humans?(?: being| agent| operator| support)?',
    'real (?:person|human|people|agent)',
    'live (?:person|human|agent|chat|support|operator|representative)',
    'actual (?:person|human)',
    'person',
    'agent',
    'representative',
    'operator',
    'supervisor',
    'manager',
    'human help',
    '(?:customer )?(?:service|support|care) (?:agent|rep|representative|person)',
  )}›${tail}`
  return {
    cues: [
      'human',
      'person',
      'people',
      'some',
      'any',
      'agent',
      'repr',
      'rep',
      'operator',
      'advis',
      'consult',
      'staff',
      'employ',
      'superv',
      'manager',
      'specialist',
      'team',
      'customer',
      'support',
      'live',
      'escalate',
      'bot',
      'machine',
      'ai',
      'computer',
      'talk to',
      'speak to',
    ],
    not: [
      // Whoever is asked for by the name of an office cannot be found here.
      '‹(?:managers?|head|director|chief|department|office) (?:of|for|from|in|at) (?:the |your |our )?(?:human resources?|hr)›',
      '‹(?:human resources?|hr) (?:managers?|director|department|office|specialist|representative|rep|person|people|team)›',
      'human (?:resources?|rights?|error|body|nature|readable|capital|trafficking|anatomy|factors?|hair)',
      '‹(?:real ?estate|estate|travel|insurance|shipping|letting|customs|cleaning|user|secret|free|bleaching|anti-?aging) agents?›',
      '‹(?:password|task|package|file|download|device|ad|ads|tag|window|boot|property|product|project|session) managers?›',
      '‹(?:boolean|logical|ternary|mobile|network|tour|crane|forklift|machine|smooth) operators?›',
      '‹(?:no|without|never|not|zero) (?:need|wish|reason) (?:to|for) .{0,40}',
      "‹(?:do not|don't|dont|does not|doesn't|did not|didn't|need not|needn't|rather not|wouldn't) (?:really |actually )?(?:want|need|like|wish|have)?(?: to)? ?(?:talk|speak|chat|be connected|be transferred)? ?(?:to|with)? ?(?:a|an|any|the)? ?(?:real |live |human |actual )?(?:human|person|agent|representative|someone|somebody|operator|people|staff)›",
      '‹(?:do|does|must|should|would|will|did) (?:i|we|you|one|customers?|users?|people|he|she|they) (?:really |also |first )?(?:have|need|be required) to (?:talk|speak|chat) .{0,40}',
      '‹(?:customers?|users?|clients?|visitors?|callers?|guests?|they|employees|students?|patients?|kids|children) (?:can |could |may |to |should |must )?(?:talk|speak|chat) (?:to|with) .{0,30}',
      '‹(?:is|are|was) (?:it|there) (?:necessary|required|mandatory|a requirement) to (?:talk|speak) .{0,40}',
      '‹(?:why|when) (?:i|we) (?:talk|speak|chat|spoke|talked) .{0,40}',
    ],
    asks: [
      `‹(?:talk|speak|chat)(?: directly| right now| now)? (?:to|with) ${det}${adj}${noun}`,
      `‹(?:connect|transfer|forward|redirect|route|switch|escalate|pass|put|hand|refer)(?: (?:me|us|this|this chat|this conversation|the chat|the conversation|my chat))?(?: over| through| on| directly| in touch| now)* (?:to|with) (?!another )${det}${adj}${noun}`,
      `‹(?:i|we)(?:'d|'ll| would| will)?(?: really| just| only| urgently| now| do| rather)* (?:want|need|like|prefer|demand|request|wish(?: for)?|ask for|require)(?: to (?:have|get|see|reach|contact|message))? ${det}${adj}${firm}`,
      `‹(?:get|give|find|bring|send|fetch)(?: me| us) ${det}${adj}${firm}`,
      `‹(?:can|could|may) (?:i|we)(?: please)? (?:have|get|see|reach|contact|message|talk|speak|chat)(?: to| with)? ${det}${adj}${firm}`,
      `‹(?:is|are) there (?:any |a |an |some )?(?:real |live |actual |human )?(?:one|body|person|people|human|humans|agents?|someone|somebody|anyone|anybody|staff|representatives?)(?: here| there| available| around| online)+`,
      `‹is (?:anyone|anybody|somebody|someone|a human|a real person|an agent)(?: there| here| available| online| around)+›`,
      `‹is there (?:a |an |any )?(?:real |live |human )?(?:person|human|someone|somebody|anyone|anybody|agent|representative)(?: that| who| whom)? (?:i|we) (?:can|could|may) (?:talk|speak|chat|write)`,
      `‹(?:can|could|will|would) (?:a|an|some) (?:real |live |actual |human )?(?:human|person|agent|representative|operator)(?: being)?(?: please)? (?:help|assist|call|contact|answer|take over|join|talk to|speak to) `,
      `‹(?:don't|do not|dont|won't|refuse to|not going to|tired of|sick of|stop) ?(?:want to |wanna )?(?:talk|talking|speak|speaking|chat|chatting|deal|dealing) ?(?:to|with) (?:a |an |the |this |some )?(?:stupid |dumb )?(?:ro)?(?:bots?|chatbots?|machines?|ai|computers?)›`,
      `‹(?:human|real person|live person|representative|live agent|human agent|operator)(?: being)?,? (?:please|pls|plz|now|asap|right now)›`,
      `‹(?:please|pls|plz),? (?:a |an )?(?:human|real person|live person|representative|live agent|human agent|operator)[.!]*$`,
      `‹escalate (?:this|my|it)(?: case| issue| ticket| complaint| chat)?›`,
      `‹(?:let me|i want to|i need to|i'd like to|please) (?:contact|reach|call in|message) (?:a |an |the |your )?(?:human|real person|live agent|representative|operator|support agent)`,
      `‹take me to (?:a |an |your )?(?:human|real person|live agent|agent|representative|operator)›`,
      `^(?:hi,? |hello,? |hey,? )?(?:please )?(?:i want |i need |give me |get me |a |an |the )*(?:human|humans|person|real person|real human|live person|agent|agents|live agent|human agent|support agent|customer service agent|representative|rep|operator|human being|human support|human help|live chat|live support|customer service|customer support|customer care|talk to human|speak to human|talk to agent|speak to agent|human assistance|human operator)(?: please| pls| plz| now| asap| thanks| thank you)*[.!?… ]*$`,
    ],
  }
})()

const es = (() => {
  const det = '(?:(?:un|una|el|la|los|las|algun|alguna|al|su|tu|otro|otra|unos?) )?'
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
    'responsable',
    'atencion al cliente',
    'servicio al cliente',
    'soporte',
    'teleoperador(?:a)?',
    'tecnico',
  )}›`
  const firm = `${one(
    '(?:una? )?(?:persona|agente|asesora?|operadora?) (?:real|human[oa]|de verdad|fisica|de carne y hueso)',
    '(?:un )?(?:ser )?humano',
    '(?:un |una |el |la )?(?:agente|asesora?|operadora?|representante|supervisora?|gerente|teleoperadora?)',
    '(?:una )?persona(?= por favor|[.!?]|$)',
    'atencion humana',
  )}›`
  return {
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
      '‹no (?:quiero|necesito|hace falta|es necesario|deseo|quisiera)(?: hablar| contactar)?(?: con)?(?: un| una| ningun| ninguna)? (?:persona|humano|agente|asesor|operador|representante|alguien)',
      '‹(?:hay que|tengo que|debo|es obligatorio|es necesario) hablar con .{0,30}',
      '‹(?:los clientes|los usuarios|mis clientes|ellos) .{0,20}hablar con .{0,30}',
    ],
    asks: [
      `‹(?:hablar|hable|conversar|chatear|comunicarme|comunicar|contactar(?:me)?|platicar)(?: directamente| ya| ahora)? con ${det}${noun}`,
      `‹(?:pasa|pase|pasar|ponga|ponme|pon|poner|transfier[ea]|transferir|conecta|conecte|conectar|comunica|comunique|deriva|derive|redirige|dirija)(?:me|nos)?(?: en contacto| por favor| ya)* (?:con|a) ${det}${noun}`,
      `‹me (?:puede[ns]?|podria[ns]?|pasa[ns]?|pones?|comunica[ns]?|conecta[ns]?|transfiere[ns]?)(?: pasar| poner| comunicar| conectar| transferir)?(?: en contacto)? (?:con|a) ${det}${noun}`,
      `‹(?:quiero|necesito|quisiera|prefiero|deseo|exijo|solicito|me gustaria|dame|deme|busco|pido)(?: que me atienda| tener| ver)? ${firm}`,
      `‹que me atienda (?:un|una) ${noun}`,
      `‹hay (?:alguien|alguna persona|algun humano|algun agente|un humano|una persona)(?: real)?(?: ahi| aqui| disponible| que me)`,
      `‹no quiero (?:hablar|chatear) con (?:un |una |el |la |este )?(?:bot|robot|maquina|ia|chatbot)›`,
      `^(?:por favor,? )?(?:un |una |el |la )?(?:agente|humano|persona real|asesora?|operadora?|representante|agente humano|persona|atencion humana|atencion al cliente|servicio al cliente|ser humano)(?:,? por favor)?[.!?… ]*$`,
    ],
  }
})()

const de = (() => {
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
    'support(?:er|mitarbeiter(?:in)?|team)?',
    'servicemitarbeiter(?:in)?',
    'operator',
    'vorgesetzten',
    'ansprechpartner(?:in)?',
    'sachbearbeiter(?:in)?',
    'kollegen',
    'jemand(?:em|en)?',
    'wem',
  )
  return {
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
      '‹(?:muss|muß|mussen) (?:ich|man|wir) (?:dafur |dazu |erst )?mit .{0,30}(?:sprechen|reden)',
      '‹(?:nicht|keinen?|keinem|keiner|ohne) (?:mit )?(?:einem |einer |einen |eine |dem )?(?:echten? )?(?:menschen?|person|mitarbeiter(?:in)?|berater(?:in)?|agenten)(?: zu)?(?: sprechen| reden)?',
      '‹(?:kunden|nutzer|besucher|gaste) .{0,20}mit .{0,30}(?:sprechen|reden)',
    ],
    asks: [
      `‹mit ${det}${adj}${noun}›(?: [^.?!]{0,30}?)?(?:sprechen|reden|verbinden|verbunden|chatten|schreiben|telefonieren|unterhalten|kontakt)`,
      `‹(?:sprechen|reden|rede|spreche|chatten|verbinden sie(?: mich| uns)?|verbinde(?: mich| uns)?|verbindet(?: mich| uns)?)(?: bitte| jetzt| sofort| lieber| gern)* mit ${det}${adj}${noun}›`,
      `‹(?:weiterleiten|weiter ?leiten|leite(?:n sie)?|ubergeben|ubergib|stellen sie|vermitteln|vermittle)(?: mich| uns| bitte| das gesprach| den chat| sie)* (?:an|zu) ${det}${adj}${noun}›`,
      `‹an ${det}${adj}${noun}› (?:weiterleiten|weitergeleitet|weiterverbinden|ubergeben|vermitteln|durchstellen)`,
      `‹(?:will|mochte|brauche|hatte gerne?|verlange|wunsche|bevorzuge)(?: ich| bitte| jetzt| lieber| nur| mal| gern)* (?:einen|eine|'?nen) ${adj}(?:menschen|mitarbeiter(?:in)?|ansprechpartner(?:in)?|(?:kunden)?berater(?:in)?|agenten|echte person)›`,
      `‹(?:kann|konnte|konnen|gibt|ist)(?: ich| es| hier| da)* (?:bitte )?(?:ein|einen|irgend ?ein) (?:echter |echten |richtiger |richtigen )?mensch(?:en)?›(?: da| hier| sprechen| helfen| ubernehmen| mir| erreichbar|[?!]|$)`,
      `‹(?:nicht|keine lust)(?: mehr)? mit (?:einem |einer |dem |der |diesem )?(?:bot|roboter|maschine|computer|ki|chatbot)›`,
      `‹kein(?:en)? (?:bot|roboter|chatbot)›`,
      `‹(?:jemand(?:en|em)?|wen) (?:echte[nms]|menschliche[nms])›`,
      `^(?:bitte )?(?:ein(?:en|e)? )?(?:echte[rn]? |richtige[rn]? |menschliche[rn]? )?(?:mensch(?:en)?|mitarbeiter(?:in)?|kundenberater(?:in)?|kundenservice|kundendienst|ansprechpartner|support|agent|operator|echte person)(?:,? bitte)?[.!?… ]*$`,
    ],
  }
})()

const fr = (() => {
  const det = "(?:(?:un|une|le|la|l'|votre|vos|des|quelqu'un de|l’) ?)?"
  const adj = '(?:(?:vrai|vraie|autre|veritable) )?'
  const noun = `${one(
    'humains?',
    'personne',
    'agents?',
    'conseill(?:er|ere)s?',
    'operat(?:eur|rice)s?',
    "quelqu'un",
    'representants?',
    'responsables?',
    'service (?:client|clients|clientele)',
    'etre humain',
    'technicien(?:ne)?',
    'collaborat(?:eur|rice)',
    'charge de clientele',
    'superviseur',
    'employe',
    'support',
  )}›`
  return {
    cues: [
      'humain',
      'personne',
      'agent',
      'conseil',
      'operat',
      'quelqu',
      'representant',
      'responsable',
      'service',
      'technicien',
      'collaborat',
      'clientele',
      'superviseur',
      'employe',
      'support',
      'robot',
      'bot',
      'machine',
      'ia',
      'ordinateur',
    ],
    not: [
      '‹(?:responsable|directeur|directrice|chef|service) (?:des|du service des|de) ressources humaines',
      'ressources humaines',
      'droits? (?:humains?|de l.homme)',
      '(?:erreur|nature) humaine',
      '(?:corps|facteur|genome) humain',
      "agents? (?:immobiliers?|de voyages?|de police|d'assurances?|de nettoyage)",
      '‹(?:par|chaque|en) personne›',
      'operateur (?:mobile|telephonique|logique|booleen)',
      "‹(?:ne|n')? ?(?:veux|souhaite|voudrais|ai|est) (?:pas|plus) (?:besoin de |envie de |necessaire de )?(?:parler|discuter) (?:a|avec) (?:un|une)? ?(?:humain|personne|agent|conseiller|operateur|etre humain)",
      '‹(?:dois-je|faut-il|est-ce que je dois|doit-on|est-il obligatoire de) parler .{0,30}',
      '‹(?:les|mes|vos) (?:clients|utilisateurs) .{0,20}parler .{0,30}',
    ],
    asks: [
      `‹(?:parler|discuter|echanger|chatter|tchatter|communiquer|m'entretenir|converser)(?: directement| maintenant)? (?:a|avec) ${det}${adj}${noun}`,
      `‹(?:passez|passe|passer|mettez|mets|mettre|transferez|transfere|transferer|connectez|connecte|connecter|orientez|redirigez|dirigez)(?:[- ](?:moi|nous))?(?: directement| maintenant| s'il vous plait)*(?: en (?:relation|contact|communication))? (?:a|avec|vers) ${det}${adj}${noun}`,
      `‹(?:passez|passe|donnez|donne)[- ](?:moi|nous) (?:un|une|le|la) ${adj}(?:humain|conseill(?:er|ere)|operat(?:eur|rice)|agent|responsable|superviseur|technicien)›`,
      `‹(?:me|nous) (?:passer|mettre|transferer|connecter|rediriger|orienter)(?: en (?:relation|contact|communication))? (?:a |avec |vers )?${det}${adj}${noun}`,
      `‹(?:je veux|je voudrais|je souhaite|je prefere|j'aimerais|je demande|j'exige|il me faut|donnez[- ]moi|j'ai besoin d'?e?)(?: avoir| voir| joindre| contacter| obtenir)? ?(?:un|une) (?:vrai |vraie )?(?:humain|conseill(?:er|ere)|operat(?:eur|rice)|etre humain|agent|representant|responsable|vraie personne|personne (?:reelle|physique|humaine))›`,
      `‹(?:y a[- ]t[- ]il|est-ce qu'il y a|il y a) (?:un humain|quelqu'un|une vraie personne|une personne|un conseiller)(?: ici| la| disponible| au bout| derriere| a qui)`,
      `‹(?:ne (?:veux|souhaite)|veux|pas envie de)(?: pas| plus) (?:parler|discuter) (?:a|avec) (?:un |une |ce |cette |le )?(?:robot|bot|machine|ia|chatbot|ordinateur)›`,
      `^(?:s'il vous plait,? )?(?:un |une |le |l')?(?:humain|agent|conseill(?:er|ere)|operat(?:eur|rice)|vraie personne|etre humain|service client|agent humain|representant|conseiller humain)(?:,? (?:s'il vous plait|svp|stp))?[.!?… ]*$`,
    ],
  }
})()

export const personPhrases: Readonly<Record<string, AskPatterns>> = { en, es, de, fr }
