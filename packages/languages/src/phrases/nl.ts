/** How users ask for a person in Dutch. */
import { type AskPatterns, led, others } from './ask-patterns.ts'

const adj = '(?:echt |echte |levend |menselijke )?'
const noun =
  '(?:mens|medewerker|persoon|iemand|adviseur|collega|klantenservice|agent|operator|leidinggevende)›(?! van mijn›)'
const asked = '(?<!‹(?:kan|kon|mag|waarom) (?:ik|je|men|we) (?:(?:hier|gewoon|niet) )?)'

export const nl: AskPatterns = {
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
    'bot',
  ],
  not: [
    'mensenrechten?',
    'menselijke (?:fout|resources)',
    'personeels(?:zaken|afdeling)',
    '‹per persoon›',
    '‹moet (?:ik|je|men) [^.,;!?]{0,10}met [^.,;!?]{0,30}(?:spreken|praten)\\?',
  ],
  asks: [
    `‹met (?:een |de |uw |jullie |iemand van )?${adj}${noun}(?:(?! niet›) [^.,?! ]{1,20}){0,3}? (?:praten|spreken|chatten|bellen|doorverbinden|doorverbonden|verbinden)›`,
    `‹(?:praten|spreken|chatten|doorverbinden|doorverbonden worden)(?: direct| nu)? met (?:een |de |uw )?${adj}${noun}`,
    `‹verbind (?:me|mij|ons)(?: a\\.?u\\.?b\\.?| nu)?(?: door)? met (?:een |de )?${adj}${noun}`,
    `‹zet (?:me|mij|ons)(?: nu)? door naar (?:een |de )?${adj}${noun}`,
    `‹(?:wil|wou|heb|geef mij|geef me)(?: ik| graag| liever| nu){0,6} (?:een )${adj}(?:mens|medewerker|persoon)›(?! (?:om|voor|die|nodig om))`,
    `‹(?:wil|kan|mag|zou|moet)(?: ik| graag| nu| even| hier){0,6} (?:een )?${adj}${noun} (?:spreken|bereiken)›`,
    '‹is er (?:iemand|een mens|een medewerker)(?: hier| aanwezig| beschikbaar| met wie| die mij)',
    '‹(?:wil|wil ik) niet(?: meer)? met (?:een |de |deze |die )?(?:bot|robot|chatbot|computer|machine) (?:praten|spreken|chatten)',
  ],
  alone: [
    '(?:(?:hallo|graag|liever|(?:nee|stop)(?=[,.!])),? ){0,6}(?:met )?(?:een )?(?:echt |echte )?(?:mens|medewerker|klantenservice|echt persoon|persoon|menselijke medewerker)(?:,? (?:alsjeblieft|alstublieft|graag|aub|a.u.b))?',
  ],
  before: [
    led(
      [`${asked}niet|nooit|zonder|in plaats van|niemand`],
      ['meer|dat|ik|weer|eerst|graag|direct|te|hoeven|om|per|se'],
    ),
    '‹moest(?: [a-z]{1,20}){0,2}',
  ],
  others: others(
    ['zij|hij|klanten|gebruikers|bezoekers'],
    '(?:mijn|onze|uw|jullie|de|het|hun) (?!(?:ik|we|wij)›)[a-z]{1,20}',
    ['willen|wil|kunnen|kan|mogen|moeten|zouden|zou|graag|liever|ook|altijd|die|direct|hier'],
  ),
  own: '‹(?:me|mij|ons|ik)›',
  after: [],
}
