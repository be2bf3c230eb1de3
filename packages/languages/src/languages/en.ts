/** English: all that users say to us in it, and all that we say in it. The fields are explained in `language.ts`. */
import type { Language } from '../language.ts'

const a = '(?:(?:a|an|the|any|some|your|one of your|one of the|somebody|someone) ){0,6}(?:(?:real|live|actual|human|living|support|service|customer|customer-service|care|sales|technical|tech|billing|help ?desk|senior|different|proper|call cent(?:er|re)) ){0,6}'
/** "An agent's fee", "an agent number", "a person to sign", "someone at my bank". */
const notOf =
  "(?!'s›)(?!-(?:like|sounding|based|made|level)›)(?! (?:else|commissions?|fees?|ids?|codes?|roles?|permissions?|numbers?|portal|app|account|login|name|contracts?|licen[cs]e|agreement|resources?|error|rights|hours?|hotline|phone|email|address|salary|training|software|table|token|string|who (?:can|could|would) sign|to (?:sign|receive|accept|be)))(?! (?:at|from) (?:my|his|her|their|our|another|the bank|an? bank)›)"
const person = `(?:humans?(?: being| agent| operator| support)?|persons?|(?:real|live|actual|your|the|support) people|someone|somebody|agents?|representatives?|reps?|operators?|advis[eo]rs?|consultants?|colleagues?|staff(?: member)?|employees?|supervisors?|managers?|boss|specialists?|team members?|members? of (?:your|the) (?:team|staff)|(?:your|the|support|service|sales|care) team|customer (?:service|support|care)|support(?: team)?|live (?:chat|support))›${notOf}`
/** Who is asked for without a verb such as "talk to". */
const human = `(?:humans?(?: being| agent| operator| support| help)?|(?:real|live|actual) (?:person|human|people|agent|chat|support|operator|representative)|person|agent|representative|operator|supervisor|manager|(?:customer )?(?:service|support|care) (?:agent|rep|representative|person))›${notOf}`

export const en: Language = {
  code: 'en',
  littleWords:
    'the a an and or of to in is are was were be been do does did done how what when where who why which can could would should will my your our their his her this that these those i you we they he she it not with for from on at by have has had there any about please thanks thank hello if get want need am me just know some much many after before into as per over come met data so no yes up out only more than then too now here anyone also being us its off delivery shipping shipment parcel order orders refund refunds return returns invoice password forgot account opening hours cancel track tracking broken arrived price payment warranty login size voucher download missing possible month item items sale store late status plan pickup declined expired talk speak human people customer like',
  stopWords:
    'a about all am an and any are as at be been being but by can cant could did didnt do does doesnt doing dont for from get go got had has have having hello hey hi how i id if ill im in into is isnt it its ive just know let like may me might much my need no not of on or our out please pls plz shall should so some tell than thank thanks that the their them then there these they this those to too u up us very want was we were what whats when where which while who why will with would you your',
  questionWords: 'how|what|when|where|who|why|which|can|could|do|does|is|are',
  abbreviations: 'e.g|i.e|etc|vs|approx|incl|max|min|art|no|nr|st|mr|mrs|ms|dr|prof|inc|ltd|co|fig|p|pp|vol',
  questionKinds: {
    time: 'how long / how soon / how much time / how many (?:working |business )?(?:days|hours|weeks|months) / what time / until when / ^when',
    amount: 'how much / how expensive / what (?:does|do|would|will|is|are) .{0,80}(?:cost|price|fee)s?',
    place: '^where',
    person: '^who / ^whose',
    far: 'how far',
    fast: 'how fast',
    old: 'how old',
    big: 'how big',
    large: 'how large',
    heavy: 'how heavy',
    tall: 'how tall',
    high: 'how high',
    often: 'how often',
    safe: 'how safe',
  },
  wish: "^i want|^i would like|^i'd like",
  goesOn: 'and|also|what about|how about',
  and: 'and|and also',
  yes: "yes|yep|yeah|yup|ya|y|ok|okay|okey|k|sure|of course|absolutely|definitely|certainly|alright|all right|exactly|correct|right|please do|do it|do that|go ahead|go for it|connect me|transfer me|put me through|hand me over|i would|i do|i would like that|i would love that|i'd like that|i'd love to|i want that|yes i want|let's do it|that would be great|that would be nice|that would be good|that works|sounds good|that sounds good|good idea",
  no: 'no|nope|none|neither|nothing|none of these|none of those|none of them|neither of them',
  denies: "‹(?:do not|don'?t|did not|didn'?t) (?:want|need|mean|wish)›|‹not (?:asking|looking|trying)›",
  but: 'but|instead',
  negations: 'not no never without cannot dont doesnt didnt isnt arent wasnt cant wont couldnt wouldnt havent hasnt',
  or: 'or',
  places: 'first|1st|one|first one / second|2nd|two|second one / third|3rd|three|third one / last|last one / all / both|both of them',
  aroundPlaces: 'the number no nr option choice question please answer that it is i mean take of them these those',
  numbers: '1 one|once|first, 2 two|twice|second, 3 three|third, 4 four, 5 five, 6 six, 7 seven, 8 eight, 9 nine, 10 ten, 11 eleven, 12 twelve|dozen, 14 fourteen|fortnight, 15 fifteen, 20 twenty, 24 twenty-four, 30 thirty, 60 sixty, 90 ninety, 100 hundred',
  deletes: 'delet|remov|eras|unsubscrib',
  asksForPerson: {
    cues: 'human|person|people|some|any|agent|rep|operator|advis|consult|colleague|staff|employ|superv|manager|boss|specialist|team|customer|support|live|escalate|bot|machine|ai|computer',
    not: [
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
      `‹(?:talk|speak|chat|complain)(?: directly| right now| now)? (?:to|with) ${a}${person}`,
      `‹(?:connect|transfer|forward|redirect|route|switch|escalate|pass|put|hand|refer)(?: (?:me|us|this|this chat|this conversation|the chat|the conversation|my chat))?(?: over| through| on| directly| in touch| now){0,6} (?:to|with) (?!another )${a}${person}`,
      `‹(?:be|get) (?:connected|transferred|forwarded|redirected|put through|passed on|handed over) (?:to|with) ${a}${person}`,
      `‹(?:get|be|come) in (?:touch|contact) with ${a}${person}`,
      `‹(?:help|assistance|support|an answer) (?:from|by) ${a}${human}`,
      `‹(?:i|we)(?:'d|'ll| would| will)?(?: really| just| only| urgently| now| do| rather){0,6} (?:want|need|like|prefer|demand|request|wish(?: for)?|ask for|require)(?: to (?:have|get|see|reach|contact|message))? ${a}${human}`,
      `‹(?:get|give|find|bring|send|fetch)(?: me| us) ${a}${human}`,
      `‹(?:can|could|may) (?:i|we)(?: please)? (?:have|get|see|reach|contact|message|talk|speak|chat)(?: to| with)? ${a}${human}`,
      `‹(?:let me|i want to|i need to|i'd like to|please) (?:contact|reach|call in|message) ${a}${human}`,
      `‹(?:is|are) there (?:any |a |an |some )?(?:real |live |actual |human )?(?:one|body|person|people|human|humans|agents?|someone|somebody|anyone|anybody|staff|representatives?)(?: here| there| available| around| online){1,6}`,
      '‹is (?:anyone|anybody|somebody|someone|a human|a real person|an agent)(?: there| here| available| online| around){1,6}›',
      '‹(?:any ?one|any ?body|someone|somebody|person|people|humans?|agents?|staff|representatives?)(?: real| human| here| there){0,6}(?: that| who| whom)? (?:i|we) (?:can|could|may|might) (?:talk|speak|chat|write|turn)›',
      '‹(?:can|could|will|would) (?:a|an|some) (?:real |live |actual |human )?(?:human|person|agent|representative|operator)(?: being)?(?: please)? (?:help|assist|call|contact|answer|take over|join|talk to|speak to) ',
      '‹(?:can|could|will|would) (?:someone|somebody|anyone|anybody)(?: from (?:the |your )?(?:support|sales|customer service|team|support team))?(?: please)? (?:call|phone|ring|contact) (?:me|us)›',
      "‹(?:i |we )?(?:don't|do not|dont|won't|refuse to|not going to|tired of|sick of|stop) ?(?:want to |wanna )?(?:talk|talking|speak|speaking|chat|chatting|deal|dealing) ?(?:to|with) (?:a |an |the |this |some )?(?:stupid |dumb )?(?:ro)?(?:bots?|chatbots?|machines?|ai|computers?)›",
      '(?:^|[,.;:!?] )(?:please,? |pls,? )?(?:a |an |your )?(?:real |live |human )?(?:human|person|agent|representative|operator|manager|supervisor),? (?:please|pls|plz|now|asap|right now|instead)›',
      '‹(?:please|pls|plz),? (?:a |an )?(?:human|real person|live person|representative|live agent|human agent|operator)[.!]{0,6}$',
      '‹escalate (?:this|my|it)(?: case| issue| ticket| complaint| chat)?›',
      '‹take me to (?:a |an |your )?(?:human|real person|live agent|agent|representative|operator)›',
    ],
    alone:
      '(?:(?:hi|hello|hey|ok|okay|please|pls|just|sorry|well|then|(?:no|nope|stop|enough|not you)(?=[,.!])),? ){0,6}(?:i want |i need |need |give me |get me |a |an |the ){0,6}(?:humans?|(?:real |live )?(?:person|human)|(?:live |human |support |customer service )?agents?|representative|rep|operator|human being|(?:human|live) (?:support|help|chat|assistance|operator)|customer (?:service|support|care)|(?:talk|speak) to (?:human|agent))(?:,? (?:please|pls|plz|now|asap|thanks|thank you|i mean|instead)){0,6}',
    refused: {
      by: "don'?t|do not|did not|didn'?t|does not|doesn'?t|(?:i|we) (?:won'?t|will not|would not|wouldn'?t)|never|without|rather not|needn'?t|need not|shouldn'?t|should not|mustn'?t|must not|nor|neither do (?:i|we)|last thing (?:i|we) (?:want|need) is|instead of|(?:prefer|please|better|wish|like|i'd) not|not (?:need|want|wish|going|trying|asking)|no (?:need|reason|wish|desire|point)|stop (?:trying|asking|offering)|(?:hate|refuse|afraid|scared|shy|nervous|reluctant|hesitate|avoid)(?= (?:to|of|having)›)",
      between: 'to|want|wanting|need|needing|have|having|had|wish|like|care|ever|even|really|actually|me|us|you|be|being|get|getting|make|force|try|trying|going|gonna|wanna|bother|ask|asking|tell|say|mean|think|i|for|feel|expect|plan|intend',
    },
    whyNot: "‹(?:why|you|it|they|this|that|bot|system) (?:don'?t|do not|didn'?t|did not|doesn'?t|does not|never)(?! (?:need|have|get|ask)›)",
    // Costs, thanks, the past and what a label says; and "I talk to people all day", without a "can" or a "want".
    aside: '‹(?:had|used) to|‹(?:thanks|thank you|thx)› [^.,;!?]{0,40}|‹(?:how (?:much|long)|costs?|fees?|charged?|pay)› (?:[^.,;!? ]{1,20} ){0,6}to|‹(?:says|reads|includes?|called|named|labell?ed|titled|means?|mentions?)|(?:^|[.,;!?…] )(?:do )?(?:i|we|you)|‹(?:if|when|will|would|did|because|and|while) (?:i|we|you)',
    others: {
      people: 'customers?|users?|clients?|visitors?|callers?|guests?|patients?|students?|employees|members|kids|children|everyone|everybody|nobody|no one|they|them|he|him|she|her|people|(?:do|does|did|can|will) (?:the|your|this|a) [a-z]{1,20}',
      nouns: '(?:my|our|his|her|their|the|your|this|a) [a-z]{1,20}',
      do: 'can|could|may|should|must|will|would|might|who|that|which|always|often|never|still|also|usually|sometimes|want|wants|wanted|need|needs|needed|like|likes|prefer|prefers|have|has|had|ask|asks|asked|to|able|be|get',
    },
    me: '‹(?:me|us|i|we)›',
  },
  labels: {
    question: 'q|qn|qns|ques|question',
    answer: 'a|ans|answer',
    answerLetter: 'response|reply',
    about: '(?<!\\p{L})faqs?(?!\\p{L})|frequently asked|this document',
    wayBack: '(?:previous|next) (?:page|chapter|section|topic)|(?:go |jump )?(?:back|return) to (?:the )?(?:top|start|beginning|index|(?:table of )?contents|home|home ?page|main page|menu|list|overview|faqs?|(?:all )?questions)(?: of (?:the |this )?(?:page|document))?|top of (?:the |this )?(?:page|document)',
  },
  columns: {
    question: 'question|questions|query|inquiry|enquiry|faq|user question|faq question|standard question|main question',
    answer: 'answer|answers|reply|response|faq answer|standard answer',
    similar: 'similar|similar question|similar questions|similar_questions|alternative question|alternative questions|alternatives|variants|variant|paraphrase|paraphrases|other questions|synonym question|index|indexes',
    keywords: 'keyword|keywords|key words',
    maybeQuestion: 'q|prompt|instruction|input|user|customer|title|subject|topic|intent|utterance',
    maybeAnswer: 'a|completion|output|assistant|bot|agent|resolution|content|text|body|description|solution',
    about: 'id|ids|no|nr|nb|number|count|date|time|type|kind|category|topic|status|state|url|link|source|score|rating|language|author|by|tag|tags|length|code|group|identifier',
  },
  smallTalk: {
    greeting:
      'hi|hello|hey|hiya|howdy|yo|greetings|good morning|good afternoon|good evening|good day|morning|evening|hi there|hello there|hey there|hi again|hello again|helo|hii|heya|nice to meet you|can you help me|could you help me|can you help|i need help|i need some help|help me|help|i have a question|i have a quick question|can i ask a question|can i ask you something|anybody there|anyone there|is anyone there|is anybody there|are you there',
    well_being: "how are you|how are you doing|how are you today|how are you doing today|how's it going|hows it going|how is it going|what's up|whats up|sup|how do you do|how r u|how are u|how r you|hows you",
    identity:
      "who are you|what are you|who is this|what is your name|what's your name|whats your name|are you a bot|are you a robot|are you an ai|are you human|are you a human|are you a machine|are you a real person|are you real|is this a bot|am i talking to a bot|am i talking to a robot|what can you do|what do you do|how can you help me|how can you help",
    thanks:
      'thanks|thank you|thx|ty|tysm|many thanks|thanks a lot|thanks so much|thank you so much|thank you very much|thanks very much|thanks a bunch|cheers|much appreciated|appreciate it|i appreciate it|that helps|that helped|that was helpful|very helpful|thanks for your help|thank you for your help|thanks for the help|thank you for the help|great help|thank u|thanks u|thnx|thanx|tnx',
    goodbye: "bye|bye bye|goodbye|good bye|see you|see ya|see you later|see you soon|farewell|take care|have a nice day|have a good day|have a great day|good night|that is all|thats all|that's all|nothing else|cya",
    acknowledgement: 'ok|okay|okey|k|kk|alright|all right|got it|i see|understood|i understand|great|good|perfect|cool|nice|fine|super|awesome|excellent|wonderful|sure|yes|yep|yeah|no|nope|no thanks|no thank you|sounds good|makes sense|never mind|nevermind|one more question|another question|one more thing',
    filler:
      'there|all|everyone|everybody|team|guys|folks|bot|dear|sir|madam|again|then|very much|so much|a lot|for now|for everything|that|now|just|and|you too|my friend|friend|mate|oh|ah|well|please|really|then bye|for your help|for the help|for all your help|for helping|for helping me|for your time|for your support|for your answer|for the answer|for your reply|for your quick reply|for the info|for the information|for letting me know|pls|plz|right now|a person|a human|to a person|to a human|with a person',
  },
  says: {
    greeting: 'Hello! How can I help you?',
    well_being: 'I am fine, thank you. How can I help you?',
    identity: 'I am an automatic assistant. I answer from what I have been given to know. What would you like to know?',
    thanks: 'You are welcome!',
    goodbye: 'Goodbye!',
    acknowledgement: 'All right. Is there anything else you would like to know?',
    offer_one: 'I am not sure I understood. Did you mean this?',
    offer: 'I am not sure I understood. Did you mean one of these?',
    fallback: 'I am sorry, I have no answer to that. Could you put it in other words?',
    fallback_person: 'I am sorry, I have no answer to that. You can put it in other words, or tell me that you would like to talk to a person.',
    fallback_part: 'I am sorry, I have no answer to this: {question}',
    no_person: 'I am sorry, I cannot bring in a person here. What would you like to know?',
    document_read: 'I have read {name}. What would you like to know about it?',
    unreadable: 'I am sorry, I could not use what you sent. Could you write it as text?',
    trouble: 'I am sorry, something went wrong on my side. Please try again in a moment.',
  },
  notices: {
    connecting: 'One moment, I am connecting you with a person.',
    waiting: 'Your request has reached {service}. Somebody will be with you shortly.',
    connected: 'You are now talking to a person from {service}.',
    failed: 'Our team cannot be reached at the moment. Leave your email address here if you like; until then I am happy to help.',
    wait_timeout: 'Nobody is free at the moment. Leave your email address here if you like; until then I am happy to help.',
    waiting_again: 'The person who helped you had to go. Somebody else from {service} will be with you shortly.',
    ended_by_person: 'The conversation with {service} has ended. I am here again if you need anything.',
    ended_by_user: 'You have ended the conversation with {service}. I am here again if you need anything.',
    ended_by_timeout: 'The conversation with {service} has ended because nothing was said for a while. I am here again if you need anything.',
    ended: 'The conversation with {service} has ended.',
    outside_hours: 'Nobody is there right now. {service} is back {when}. Leave your email address here if you like; until then I am happy to help.',
    closed: 'Nobody is there right now. Leave your email address here if you like; until then I am happy to help.',
    email_thanks: 'Thank you, I have noted your email address.',
  },
  page: 'Connecting…|Online|A person has been called|Reconnecting…|Not available|This chat has ended.|Ask a question to begin.|Ask something…|Your message|Send|Talk to a person|End|New chat|Not sent:|too many messages at once. Please wait a moment.|no connection. Please try again.|Nobody can be called here.|Close|Attach a file|Save this chat|Helpful|Not helpful|The file is too large; at most {size} MB.|Files of this kind cannot be sent.|People are here again {when}.|You|Stop attaching|You are talking with a person|The file is empty.',
}
