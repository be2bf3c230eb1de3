/** How users ask for a person in English. */
import { type AskPatterns, led, one, others } from './ask-patterns.ts'

const det = '(?:(?:a|an|the|any|some|your|one of your|one of the|somebody|someone) ){0,6}'
const adj =
  '(?:(?:real|live|actual|human|living|support|service|customer|customer-service|care|sales|technical|tech|billing|help ?desk|senior|different|proper|call cent(?:er|re)) ){0,6}'
/** "An agent's fee", "an agent number", "a person to sign", "someone at the bank". */
const tail =
  "(?!'s›)(?! (?:else|commissions?|fees?|ids?|codes?|numbers?|portal|app|account|login|name|contracts?|licen[cs]e|agreement|resources?|error|rights|hours?|hotline|phone|email|address|salary|training|software|table|token|string|who (?:can|could|would) sign|to (?:sign|receive|accept|be)))(?! (?:at|from) (?:(?:my|his|her|their|our)›|(?:the|an?|another) (?!(?:company|support|service|sales|billing|office|store|shop|department|team|help|warehouse|accounting|finance|claims|moment|weekend|end|earliest|latest|same)›)))"
const noun = `${one(
  'humans?(?: being| agent| operator| support)?',
  'persons?',
  // In general: "I like to talk to people".
  '(?<=(?:real|live|actual|your|the|support) )people',
  'someone',
  'somebody',
  'agents?',
  'representatives?',
  'reps?',
  'operators?',
  'advis[eo]rs?',
  'consultants?',
  'colleagues?',
  'staff(?: member)?',
  'employees?',
  'supervisors?',
  'managers?',
  'boss',
  'specialists?',
  'team members?',
  'members? of (?:your|the) (?:team|staff)',
  '(?<=(?:your|the|support|service|sales|care) )team',
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
const anybody =
  '(?:any ?one|any ?body|someone|somebody|(?:(?:a|an|any|some) )?(?:(?:real|live|human|actual) )?(?:person|people|humans?|agents?|staff|representatives?))'

/** "I talk to people all day": who says so without a "can" or a "want" only tells what happens. */
const wished =
  "(?<!(?<!‹(?:can|can't|cannot|could|couldn't|may|might|should|shall|must|(?:how|where|who|whom) (?:do|did|would)) )‹(?:i|we|you) )"

/** What may stand between a "not" and what is not wanted. */
const wanting = [
  'to|want|wanting|need|needing|have|having|had|wish|like|care|ever|even|really|actually|me|us|you|be|being',
  'get|getting|make|force|try|trying|going|gonna|wanna|bother|ask|asking|tell|say|mean|think|i|for|feel|expect|plan|intend',
]

export const en: AskPatterns = {
  cues: [
    'human',
    'person',
    'people',
    'some',
    'any',
    'agent',
    'rep',
    'operator',
    'advis',
    'consult',
    'colleague',
    'staff',
    'employ',
    'superv',
    'manager',
    'boss',
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
  ],
  not: [
    // Whoever is asked for by the name of an office cannot be found here.
    '‹(?:managers?|head|director|chief|department|office) (?:of|for|from|in|at) (?:the |your |our )?(?:human resources?|hr)›',
    '‹(?:human resources?|hr) (?:managers?|director|department|office|specialist|representative|rep|person|people|team)›',
    'human (?:resources?|rights?|error|body|nature|readable|capital|trafficking|anatomy|factors?|hair)',
    '‹(?:real ?estate|estate|travel|insurance|shipping|letting|customs|cleaning|user|secret|free|bleaching|anti-?aging) agents?›',
    '‹(?:password|task|package|file|download|device|ad|ads|tag|window|boot|property|product|project|session) managers?›',
    '‹(?:boolean|logical|ternary|mobile|network|tour|crane|forklift|machine|smooth) operators?›',
    '‹(?:do|does|must|should|would|will|did) (?:i|we|you|one|customers?|users?|people|he|she|they) (?:really |also |first )?(?:have|need|be required) to (?:talk|speak|chat) [^.,;!?]{0,40}',
    '‹(?:is|are|was) (?:it|there) (?:necessary|required|mandatory|a requirement) to (?:talk|speak) [^.,;!?]{0,40}',
  ],
  asks: [
    `${wished}‹(?:talk|speak|chat|complain)(?: directly| right now| now)? (?:to|with) ${det}${adj}${noun}`,
    `‹(?:connect|transfer|forward|redirect|route|switch|escalate|pass|put|hand|refer)(?: (?:me|us|this|this chat|this conversation|the chat|the conversation|my chat))?(?: over| through| on| directly| in touch| now){0,6} (?:to|with) (?!another )${det}${adj}${noun}`,
    `(?<!‹(?:will|would|do|did|if|when) (?:i|we) )‹(?:be|get) (?:connected|transferred|forwarded|redirected|put through|passed on|handed over) (?:to|with) ${det}${adj}${noun}`,
    `‹(?:get|be|come) in (?:touch|contact) with ${det}${adj}${noun}`,
    `‹(?:help|assistance|support|an answer) (?:from|by) (?:a|an) ${adj}${firm}`,
    `‹(?:i|we)(?:'d|'ll| would| will)?(?: really| just| only| urgently| now| do| rather){0,6} (?:want|need|like|prefer|demand|request|wish(?: for)?|ask for|require)(?: to (?:have|get|see|reach|contact|message))? ${det}${adj}${firm}`,
    `‹(?:get|give|find|bring|send|fetch)(?: me| us) ${det}${adj}${firm}`,
    `‹(?:can|could|may) (?:i|we)(?: please)? (?:have|get|see|reach|contact|message|talk|speak|chat)(?: to| with)? ${det}${adj}${firm}`,
    `‹(?:is|are) there (?:any |a |an |some )?(?:real |live |actual |human )?(?:one|body|person|people|human|humans|agents?|someone|somebody|anyone|anybody|staff|representatives?)(?: here| there| available| around| online){1,6}`,
    `‹is (?:anyone|anybody|somebody|someone|a human|a real person|an agent)(?: there| here| available| online| around){1,6}›`,
    `‹${anybody}(?: real| human| here| there){0,6}(?: that| who| whom)? (?:i|we) (?:can|could|may|might) (?:talk|speak|chat|write|turn)›`,
    `‹(?:can|could|will|would) (?:a|an|some) (?:real |live |actual |human )?(?:human|person|agent|representative|operator)(?: being)?(?: please)? (?:help|assist|call|contact|answer|take over|join|talk to|speak to) `,
    `‹(?:can|could|will|would) (?:someone|somebody|anyone|anybody)(?: please)? (?:call|phone|ring|contact) (?:me|us)›`,
    `‹(?:don't|do not|dont|won't|refuse to|not going to|tired of|sick of|stop) ?(?:want to |wanna )?(?:talk|talking|speak|speaking|chat|chatting|deal|dealing) ?(?:to|with) (?:a |an |the |this |some )?(?:stupid |dumb )?(?:ro)?(?:bots?|chatbots?|machines?|ai|computers?)›`,
    `(?<!‹(?:no|not|not an?|any|per|without|one|each|this|my|your) )‹(?:human|real person|live person|representative|live agent|human agent|operator)(?: being)?,? (?:please|pls|plz|now|asap|right now)›`,
    `[,.;:!?] (?:a |an |your )?(?:person|human|agent|manager|supervisor),? (?:please|pls|plz|now|asap|instead)›`,
    `‹(?:please|pls|plz),? (?:a |an )?(?:human|real person|live person|representative|live agent|human agent|operator)[.!]{0,6}$`,
    `‹escalate (?:this|my|it)(?: case| issue| ticket| complaint| chat)?›`,
    `‹(?:let me|i want to|i need to|i'd like to|please) (?:contact|reach|call in|message) (?:a |an |the |your )?(?:human|real person|live agent|representative|operator|support agent)`,
    `‹take me to (?:a |an |your )?(?:human|real person|live agent|agent|representative|operator)›`,
  ],
  alone: [
    `(?:(?:hi|hello|hey|ok|okay|please|pls|just|sorry|well|then|(?:no|nope|stop|enough|not you)(?=[,.!])),? ){0,6}(?:i want |i need |need |give me |get me |a |an |the ){0,6}(?:human|humans|person|real person|real human|live person|agent|agents|live agent|human agent|support agent|customer service agent|representative|rep|operator|human being|human support|human help|live chat|live support|customer service|customer support|customer care|talk to human|speak to human|talk to agent|speak to agent|human assistance|human operator)(?:,? (?:please|pls|plz|now|asap|thanks|thank you|i mean|instead)){0,6}`,
  ],
  before: [
    led(
      [
        "(?<!‹(?:why|you|it|they|this|that|bot|system) )(?:don'?t|do not|did not|didn'?t|does not|doesn'?t)",
        "you (?:do not|don'?t|needn'?t|need not)(?= (?:need|have|get|ask))",
        "(?:i|we) (?:won'?t|will not|would not|wouldn'?t)",
        "(?<!‹(?:you|it) )never|without|rather not|needn'?t|need not|shouldn'?t|should not|mustn'?t|must not|nor|neither do (?:i|we)|last thing (?:i|we) (?:want|need) is|instead of",
        "(?:prefer|please|better|wish|like|i'd) not",
        'not (?=(?:need|want|wish|going|trying|asking)›)(?:need|want|wish|going|trying|asking)',
        'no (?:need|reason|wish|desire|point)',
        'stop (?:trying|asking|offering)',
        '(?:hate|refuse|afraid|scared|shy|nervous|reluctant|hesitate|avoid)(?= (?:to|of|having)›)',
      ],
      wanting,
    ),
    '‹(?:had|used) to',
    '‹(?:thanks|thank you|thx)› [^.,;!?]{0,40}',
    // What it costs and how long it takes is a question of its own.
    '‹(?:how (?:much|long)|costs?|fees?|charged?|pay)› (?:[^.,;!? ]{1,20} ){0,6}to',
    '‹(?:says|reads|includes?|called|named|labell?ed|titled|means?|mentions?)',
  ],
  others: [
    '‹(?:do|does|did|can|will) (?:the|your|this|a) [a-z]{1,20}',
    ...others(
      [
        'customers?|users?|clients?|visitors?|callers?|guests?|patients?|students?|employees|members|kids|children',
        'everyone|everybody|nobody|no one|they|them|he|him|she|her|people',
      ],
      '(?:my|our|his|her|their|the|your|this|a) (?!(?:i|we)›)[a-z]{1,20}',
      [
        'can|could|may|should|must|will|would|might|who|that|which|always|often|never|still|also|usually|sometimes',
        'want|wants|wanted|need|needs|needed|like|likes|prefer|prefers|have|has|had|ask|asks|asked|to|able|be|get',
      ],
    ),
  ],
  own: '‹(?:me|us|i|we)›',
  after: [],
}
