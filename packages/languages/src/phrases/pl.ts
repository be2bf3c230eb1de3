/** How users ask for a person in Polish. */
import { type AskPatterns, led, others } from './ask-patterns.ts'

const withWhom =
  '(?:zywym |prawdziwym |jakims |panstwa |waszym )?(?:czlowiek(?:iem|a)|konsultant(?:em|ka|a)|pracowniki?(?:em|a)|osoba|kims|doradca|agentem|operatorem|obsluga klienta|kierownikiem|przelozonym|menedzerem|specjalista)›'

export const pl: AskPatterns = {
  cues: [
    'czlowiek',
    'konsultant',
    'pracowni',
    'osoba',
    'kims',
    'kim',
    'doradca',
    'agent',
    'operator',
    'obsluga',
    'kierownik',
    'przelozon',
    'menedzer',
    'specjalist',
    'bot',
  ],
  not: [
    'praw(?:a|ach)? czlowieka',
    'zasob(?:y|ow) ludzki(?:e|ch)',
    '‹(?:na|za) osobe›',
    '‹czy (?:musze|trzeba|nalezy) (?:po)?rozmawiac z [^.,;!?]{0,8}',
  ],
  asks: [
    `‹(?:rozmawiac|porozmawiac|pogadac|rozmowa|rozmowe|kontakt|skontaktuj(?: mnie)?|skontaktowac(?: sie)?|polaczyc(?: sie| mnie)?|polacz(?: mnie| nas)?|prosze polaczyc(?: mnie)?|przelacz(?: mnie)?|przelaczyc(?: mnie)?|przekieruj(?: mnie)?|przekierowac(?: mnie)?)(?: teraz| prosze)? (?:z|do) ${withWhom}`,
    // A command to be refused would have another form of the verb: a "nie" before these is a word by itself.
    `‹(?:nie )?(?:polacz|przelacz|przekieruj|skontaktuj)(?: mnie| nas)? (?:z|do) ${withWhom}`,
    '‹(?:chce|potrzebuje|poprosze|prosze o|daj mi|dajcie mi)(?: zywego| prawdziwego)? (?:czlowieka|konsultanta|pracownika|operatora|kierownika)›',
    '‹(?:ktos|kogos),? z kim (?:moge|mozna|moglbym|moglabym)›',
    '‹nie chce(?: juz)? (?:rozmawiac|gadac|pisac) z (?:botem|robotem|maszyna|chatbotem)›',
  ],
  alone: [
    '(?:(?:prosze|poprosze|wole|lepiej|(?:nie|dosc)(?=[,.!])),? ){0,6}(?:z )?(?:zyw(?:y|ym|ego) |prawdziw(?:y|ym|ego) )?(?:konsultant(?:em|a)?|czlowiek(?:iem|a)?|pracownik(?:iem|a)?|operator(?:em|a)?|obsluga klienta)(?:,? (?:prosze|dziekuje))?',
  ],
  before: [
    led(
      ['nie|nigdy|bez|zamiast|ani'],
      ['chce|chcial(?:bym|abym)|musze|musi|potrzebuje|trzeba|mnie|nas|prosze|nigdy|nie|zamierzam|mam|ochoty'],
    ),
    '‹musial(?:em|am|a|o|y)',
  ],
  others: others(
    ['oni|one|ona|klienci|uzytkownicy|uzytkownik|klient'],
    '(?:moi|moje|moja|moj|nasi|nasze|wasi|twoi) [a-z]{1,20}',
    ['chca|chce|moga|moze|wola|woli|musza|chcieliby|chcialaby|potrzebuja'],
  ),
  own: '‹(?:mnie|nas|mi)›',
  after: [],
}
