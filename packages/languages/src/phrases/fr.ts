/** How users ask for a person in French. */
import { type AskPatterns, led, one, others } from './ask-patterns.ts'

const det = "(?:(?:un|une|le|la|l'|votre|vos|des|quelqu'un de|l'un de vos|une? de vos) ?)?"
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
  'collaborat(?:eur|rice)s?',
  'collegues?',
  'charge de clientele',
  'superviseur',
  'employe',
  'support',
)}›(?! (?:de|a) (?:ma|mon|mes)›)`
const firm =
  '(?:vrai |vraie )?(?:humain|conseill(?:er|ere)|operat(?:eur|rice)|etre humain|agent|representant|responsable|vraie personne|personne (?:reelle|physique|humaine))›'

export const fr: AskPatterns = {
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
    'collegue',
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
    '‹(?:dois-je|faut-il|est-ce que je dois|doit-on|est-il obligatoire de) parler [^.,;!?]{0,8}',
  ],
  asks: [
    `‹(?:parler|discuter|echanger|chatter|tchatter|communiquer|m'entretenir|converser)(?: directement| maintenant)? (?:a|avec) ${det}${adj}${noun}`,
    `‹(?:passez|passe|passer|mettez|mets|mettre|transferez|transfere|transferer|connectez|connecte|connecter|orientez|redirigez|dirigez)(?:[- ](?:moi|nous))?(?: directement| maintenant| s'il vous plait){0,6}(?: en (?:relation|contact|communication))? (?:a|avec|vers) ${det}${adj}${noun}`,
    `‹(?:passez|passe|donnez|donne)[- ](?:moi|nous) (?:un|une|le|la) ${adj}(?:humain|conseill(?:er|ere)|operat(?:eur|rice)|agent|responsable|superviseur|technicien)›`,
    `‹(?:me|nous) (?:passer|mettre|transferer|connecter|rediriger|orienter)(?: en (?:relation|contact|communication))? (?:a |avec |vers )?${det}${adj}${noun}`,
    `‹etre (?:mis|mise) en (?:relation|contact|communication) avec ${det}${adj}${noun}`,
    `‹(?:je veux|je voudrais|je souhaite|je prefere|j'aimerais|je demande|j'exige|il me faut|donnez[- ]moi|j'ai besoin d'?e?)(?: avoir| voir| joindre| contacter| obtenir)? ?(?:un|une) ${firm}`,
    "‹(?:je veux|je voudrais|je souhaite|je prefere|j'aimerais) (?:avoir|joindre|contacter) quelqu'un›",
    `‹(?:je peux|puis-je|pourrais-je|est-ce que je peux|on peut) (?:avoir|joindre|contacter) (?:quelqu'un›|une? ${firm})`,
    `‹(?:y a[- ]t[- ]il|est-ce qu'il y a|il y a) (?:un (?:vrai )?humain|quelqu'un|une vraie personne|une personne|un conseiller)(?: ici| la| disponible| au bout| derriere| a qui)`,
    '‹(?:ne (?:veux|souhaite)|veux|pas envie de)(?: pas| plus) (?:parler|discuter) (?:a|avec) (?:un |une |ce |cette |le )?(?:robot|bot|machine|ia|chatbot|ordinateur)›',
  ],
  alone: [
    "(?:(?:s'il vous plait|svp|bonjour|plutot|(?:non|stop)(?=[,.!])),? ){0,6}(?:avec )?(?:un |une |le |l')?(?:vrai |vraie )?(?:humain|agent|conseill(?:er|ere)|operat(?:eur|rice)|vraie personne|personne|etre humain|service client|agent humain|representant|conseiller humain)(?:,? (?:s'il vous plait|svp|stp|merci|pas un (?:ro)?bot)){0,6}",
  ],
  before: [
    led(
      [
        "ne pas|(?:veux|voudrais|souhaite|aime|aimerais|faut|prefere) pas|pas (?:besoin|envie|la peine|necessaire|question)|sans|inutile de|ne|n'(?:ai|est)",
        'aucune? (?:envie|besoin)|plutot que|au lieu|evite[rz]?',
      ],
      [
        'me|nous|de|avoir|a|devoir|besoin|envie|veux|voudrais|souhaite|desire|faut|que|vous|tu|etre|aime|aimerais|jamais',
        'pas|plus|la|peine|necessaire|obligatoire|question|aucune?|passer|par',
      ],
    ),
    '‹combien (?:coute|de temps)(?: [^.,;!? ]{1,20}){0,4}',
    "‹(?:j'ai|ai|a|avons|avait|avais|ont) du",
    '‹en train de',
  ],
  others: others(
    ['ils|elles|elle|clients|utilisateurs|visiteurs'],
    '(?:mes|les|vos|nos|leurs|ma|mon|ton|ta|sa|son|la|le|un|une|votre|notre) [a-z]{1,20}',
    [
      'veulent|veut|voudraient|voudrait|souhaitent?|peuvent|peut|peuvent-ils|doivent|doit|preferent|prefere',
      'aimeraient|aimerait|demandent?|a|de|que|pouvoir|directement|toujours',
    ],
  ),
  own: '‹(?:me|nous|moi|je)›',
  after: [],
}
