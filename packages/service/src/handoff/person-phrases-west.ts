/** How users ask for a person, in Portuguese, Italian, Dutch, Polish, Russian and Turkish; see `person-phrases.ts`. */
import type { AskPatterns } from './person-phrases.ts'

const pt: AskPatterns = (() => {
  const det = '(?:(?:um|uma|o|a|algum|alguma|outro|outra|seu|vosso) )?'
  const noun =
    '(?:pessoas?|humanos?|ser humano|agentes?|atendentes?|operador(?:a|es)?|representantes?|alguem|consultor(?:a)?|gerente|supervisor(?:a)?|responsavel|assistente humano|funcionari[oa]|suporte|assessor(?:a)?|atendimento(?: humano| ao cliente)?)›'
  return {
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
      '‹nao (?:quero|preciso|gostaria|e necessario|e preciso) (?:de )?(?:falar|conversar) com (?:um |uma )?(?:pessoa|humano|agente|atendente|alguem|operador)',
      '‹nao preciso de (?:um |uma )?(?:atendente|agente|humano|pessoa)',
      '‹(?:tenho que|preciso mesmo|e obrigatorio|e necessario) falar com .{0,30}\\?',
      '‹(?:os|meus|seus) (?:clientes|usuarios|utilizadores) .{0,20}falar com .{0,30}',
    ],
    asks: [
      `‹(?:falar|conversar|contatar|contactar|teclar)(?: diretamente| agora| logo)? com ${det}${noun}`,
      `‹(?:me |nos )?(?:passa|passe|passar|transfere|transfira|transferir|conecta|conecte|conectar|encaminha|encaminhe|encaminhar|liga|ligue|poe|coloca|coloque)(?:-me|r-me| me)?(?: em contato| agora)* (?:com|para|pra|a) ${det}${noun}`,
      '‹(?:quero|preciso de|preciso|gostaria de|queria|prefiro|exijo|desejo)(?: ter| ver)? (?:um |uma )?(?:atendente|humano|ser humano|operadora?|agente humano|pessoa (?:real|de verdade|humana)|representante|atendimento humano|supervisora?|gerente)›',
      '‹(?:tem|ha|existe) (?:alguem|alguma pessoa|algum humano|algum atendente)(?: ai| aqui| disponivel| que| com quem)',
      '‹nao quero (?:falar|conversar) com (?:um |uma |o |este )?(?:bot|robo|maquina|ia|chatbot)›',
      '^(?:por favor,? )?(?:um |uma |o )?(?:atendente|humano|agente|operadora?|pessoa real|atendimento humano|representante|falar com atendente|ser humano|atendente humano)(?:,? por favor)?[.!?… ]*$',
    ],
  }
})()

const it: AskPatterns = (() => {
  const det = "(?:(?:un|una|uno|il|la|lo|l'|un'|qualche|vostro|un vostro) ?)?"
  const noun =
    '(?:(?:vera |altra )?persona|umano|essere umano|operatore|operatrice|addetto|addetta|consulente|responsabile|qualcuno|assistenza|servizio clienti|agente|rappresentante|tecnico|supervisore|impiegato)›'
  return {
    cues: [
      'persona',
      'uman',
      'operat',
      'addett',
      'consulent',
      'responsabil',
      'qualcuno',
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
      '‹non (?:voglio|ho bisogno di|serve|e necessario) parlare con (?:un |una )?(?:persona|umano|operatore|agente)',
      '‹(?:devo|bisogna|occorre) (?:per forza )?parlare con .{0,30}\\?',
    ],
    asks: [
      `‹(?:parlare|chattare|comunicare|parlo)(?: direttamente| subito)? con ${det}${noun}`,
      `‹(?:passami|mi passi|mi passa|mettimi|mi metta|mi metti|trasferiscimi|mi trasferisca|collegami|mi colleghi|passatemi|mettetemi)(?: in contatto)?(?: con)? ?${det}${noun}`,
      "‹(?:voglio|vorrei|ho bisogno di|preferisco|esigo|desidero|mi serve)(?: avere)? (?:un |una |un')?(?:operatore|operatrice|umano|essere umano|persona (?:vera|reale)|vera persona|addetto|consulente|agente umano)›",
      '‹non voglio (?:parlare|chattare) con (?:un |una |il |questo )?(?:bot|robot|macchina|ia|chatbot)›',
      "^(?:per favore,? )?(?:un |una |l')?(?:operatore|operatrice|umano|persona reale|essere umano|operatore umano|assistenza umana|servizio clienti)(?:,? (?:per favore|grazie))?[.!?… ]*$",
    ],
  }
})()

const nl: AskPatterns = {
  cues: [
    'mens',
    'medewerker',
    'persoon',
    'iemand',
    'adviseur',
    'collega',
    'klantenservice',
    'agent',
    'operator',
    'leidinggevende',
  ],
  not: [
    'mensenrechten?',
    'menselijke (?:fout|resources)',
    'personeels(?:zaken|afdeling)',
    '‹per persoon›',
    '‹(?:niet|geen)(?: met)?(?: een)? (?:echt )?(?:mens|medewerker|persoon)(?: te)?(?: spreken| praten)?',
    '‹moet (?:ik|je|men) .{0,10}met .{0,30}(?:spreken|praten)\\?',
  ],
  asks: [
    '‹met (?:een |de |iemand van )?(?:echt |echte |levend |menselijke )?(?:mens|medewerker|persoon|iemand|adviseur|collega|klantenservice|agent|operator|leidinggevende)›(?: [^.?!]{0,20}?)?(?:praten|spreken|chatten|bellen|doorverbinden|doorverbonden|verbinden)',
    '‹(?:praten|spreken|chatten)(?: direct| nu)? met (?:een |de )?(?:echt |echte |levend |menselijke )?(?:mens|medewerker|persoon|iemand|adviseur|collega|agent|klantenservice)›',
    '‹verbind (?:me|mij|ons)(?: a\\.?u\\.?b\\.?| nu)?(?: door)? met (?:een |de )?(?:echt |echte )?(?:mens|medewerker|persoon|iemand|agent|klantenservice)›',
    '‹(?:wil|wou|heb|geef mij|geef me)(?: ik| graag| liever| nu)* (?:een )(?:echt |echte |levend )?(?:mens|medewerker|persoon)›(?! (?:om|voor|die|nodig om))',
    '^(?:een )?(?:echt |echte )?(?:mens|medewerker|klantenservice|echt persoon|menselijke medewerker)(?:,? (?:alsjeblieft|alstublieft|graag|aub))?[.!?… ]*$',
  ],
}

const pl: AskPatterns = {
  cues: ['czlowiek', 'konsultant', 'pracowni', 'osoba', 'kims', 'doradca', 'agent', 'operator', 'obsluga'],
  not: [
    'praw(?:a|ach)? czlowieka',
    'zasob(?:y|ow) ludzki(?:e|ch)',
    '‹(?:na|za) osobe›',
    '‹nie (?:chce|musze|potrzebuje) (?:rozmawiac|porozmawiac) z .{0,20}',
    '‹czy (?:musze|trzeba|nalezy) (?:po)?rozmawiac z .{0,30}',
  ],
  asks: [
    '‹(?:rozmawiac|porozmawiac|pogadac|skontaktowac(?: sie)?|polaczyc(?: sie)?|polacz(?: mnie| nas)?|prosze polaczyc(?: mnie)?|przelacz(?: mnie)?|przekieruj(?: mnie)?)(?: teraz| prosze)? (?:z|do) (?:zywym |prawdziwym |jakims )?(?:czlowiek(?:iem|a)|konsultant(?:em|ka|a)|pracowniki?(?:em|a)|osoba|kims|doradca|agentem|operatorem|obsluga klienta|konsultantka)›',
    '‹(?:chce|potrzebuje|poprosze|prosze o)(?: zywego| prawdziwego)? (?:czlowieka|konsultanta|pracownika|operatora)›',
    '^(?:zywy |prawdziwy )?(?:konsultant|czlowiek|pracownik|operator)(?:,? prosze)?[.!?… ]*$',
  ],
}

const ru: AskPatterns = {
  cues: [
    'оператор',
    'человек',
    'сотрудник',
    'менеджер',
    'специалист',
    'консультант',
    'поддержк',
    'кем-нибудь',
    'ботом',
    'роботом',
    'машиной',
  ],
  not: [
    'права? человека',
    'отдел кадров',
    '‹на человека›',
    'человеческ(?:ий|ого|им) фактор',
    '(?:сотов|мобильн|туристическ)[а-я]{2,3} оператор[а-я]{0,3}',
    'оператор(?:а|ы|ов|у)? (?:связи|сотовой|мобильн)',
    '‹не (?:хочу|надо|нужно|нужен|буду) (?:говорить |общаться |разговаривать )?(?:с )?(?:живым )?(?:оператор(?:ом)?|человек(?:ом)?|сотрудник(?:ом)?)',
    '‹(?:обязательно ли|нужно ли) .{0,10}(?:говорить|разговаривать|общаться) .{0,20}',
  ],
  asks: [
    '‹(?:поговорить|говорить|связаться|пообщаться|общаться|разговаривать|соедини(?:те)?|свяжи(?:те)?|переключи(?:те)?|переведи(?:те)?|соединить|переключить)(?: меня| нас| пожалуйста| сейчас)* (?:с|со|на) (?:живым |реальным |живого |настоящим |вашим |кем-то из )?(?:оператор(?:ом|а)|человек(?:ом|а)|сотрудник(?:ом|а)|менеджер(?:ом|а)|специалист(?:ом|а)|консультант(?:ом|а)|службой поддержки|поддержкой|кем-нибудь)›',
    '‹(?:позови(?:те)?|дайте|дай|нужен|хочу|подключи(?:те)?)(?: мне| пожалуйста| сюда)* (?:живого |живой |реального |настоящего )?(?:оператор(?:а)?|человек(?:а)?|сотрудник(?:а)?|специалист(?:а)?|консультант(?:а)?|менеджер(?:а)?)›(?! (?:связи|для))',
    '‹не хочу (?:говорить|общаться|разговаривать) с (?:ботом|роботом|машиной)›',
    '^(?:живой |реальный )?(?:оператор|человек|консультант)(?:,? пожалуйста)?[.!?… ]*$',
  ],
}

const tr: AskPatterns = {
  cues: ['insan', 'kisi', 'temsilci', 'yetkili', 'operator', 'gorevli', 'personel', 'biri', 'destek'],
  not: [
    'insan (?:kaynaklari|haklari|vucudu)',
    '‹kisi basi(?:na)?›',
    '(?:tur|gsm|mobil) operatoru[a-z]{0,3}',
    '(?:insanla|temsilciyle|biriyle) (?:gorusmek|konusmak) (?:istemiyorum|zorunda miyim|sart mi)',
  ],
  asks: [
    '‹(?:gercek |canli )?(?:bir )?(?:insan|kisi|temsilci|musteri temsilcisi|yetkili|operator|gorevli|personel|biri)(?:la|le|yla|yle|siyle|sine|ye|ya|e|a|ne|si ile| ile|lerden biriyle)? (?:gorus|konus|bagla|aktar|baglan)',
    '‹(?:canli destek|musteri temsilcisi|gercek bir insan|gercek insan|temsilci)(?:e|ye|ne)? (?:istiyorum|lutfen|baglayin|baglar misin)',
    '^(?:musteri temsilcisi|temsilci|canli destek|operator|gercek insan)(?: lutfen)?[.!?… ]*$',
  ],
}

export const personPhrasesWest: Readonly<Record<string, AskPatterns>> = { pt, it, nl, pl, ru, tr }
