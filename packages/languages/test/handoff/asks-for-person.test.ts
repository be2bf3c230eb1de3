/** Who asks for a person is heard in many languages; who only mentions one is not. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { askedIn, hasPhrase, languageOfAsk } from '../../src/asks-for-person.ts'

const none = { phrases: [] }
const asksForPerson = (text: string, settings: { phrases: string[] }) => askedIn(text, settings) !== undefined

const asking: Readonly<Record<string, readonly string[]>> = {
  en: [
    'I want to talk to a human',
    'Can I speak to a real person please?',
    'human please',
    'agent',
    'Agent!!',
    'REPRESENTATIVE',
    'customer service',
    'live chat',
    'Please connect me with an agent.',
    'transfer me to a representative',
    'Could you put me through to someone in billing?',
    'I need to speak with a manager',
    'I’d like to chat with a live agent',
    'Let me talk to your supervisor',
    'get me a human',
    'give me a real person now',
    'Is there a real person here?',
    'is anyone there',
    'Is there someone I can talk to?',
    "I don't want to talk to a bot",
    'stop talking to me with a bot, I want a human',
    'hand me over to a person',
    'Can I get a human?',
    'I would prefer a real person',
    'This is useless. Let me speak to somebody.',
    'How do I speak to a person?',
    'please escalate this',
    'Can a human help me with this order?',
    'switch me to human support',
    'I need an agent',
    'speak with customer support',
    'Hello, I have a question about human resources, but I want to talk to a person.',
    'operator please',
    'I wanna talk to a human being',
  ],
  zh: [
    '转人工',
    '人工客服',
    '我要找人工客服',
    '请帮我转接人工服务',
    '我想和真人说话',
    '能不能转个人工',
    '我要投诉，叫你们经理来',
    '客服在吗',
    '有人吗？',
    '我不想和机器人聊天',
    '跟客服人员沟通一下',
    '轉接真人客服',
    '我需要人工',
  ],
  es: [
    'Quiero hablar con una persona',
    '¿Puedo hablar con un agente?',
    'agente humano',
    'pásame con un asesor',
    'Necesito un humano',
    'Me puede comunicar con un representante, por favor',
    'no quiero hablar con un robot',
    'quisiera hablar con alguien de soporte',
    'Póngame con el encargado',
    'quiero una persona real',
  ],
  de: [
    'Ich möchte mit einem Menschen sprechen',
    'Kann ich mit einem Mitarbeiter reden?',
    'Verbinden Sie mich bitte mit einem Berater',
    'Mitarbeiter',
    'Ich will einen echten Menschen',
    'Bitte leiten Sie mich an einen Kollegen weiter',
    'Ich will nicht mit einem Bot reden',
    'Können Sie mich mit jemandem verbinden?',
    'kundenservice bitte',
    'Ich brauche einen Ansprechpartner',
  ],
  fr: [
    'Je veux parler à un humain',
    'Je voudrais parler avec un conseiller',
    'Pouvez-vous me mettre en relation avec un agent ?',
    'Passez-moi un conseiller',
    'un conseiller svp',
    "je préfère parler à quelqu'un",
    'Je ne veux pas parler à un robot',
    'Transférez-moi vers le service client',
    'Je veux un vrai humain',
  ],
  pt: [
    'Quero falar com um atendente',
    'Posso falar com uma pessoa?',
    'me transfere para um humano',
    'atendente',
    'Preciso de atendimento humano',
    'gostaria de falar com alguém',
    'Não quero falar com robô',
    'quero falar com o gerente',
  ],
  ja: [
    'オペレーターにつないでください',
    '人間と話したい',
    '担当者をお願いします',
    '有人対応をお願いします',
    'スタッフに代わってください',
    'オペレーター',
    '人に繋いで',
    'ボットじゃなくて人間と話がしたい',
  ],
  it: [
    'Vorrei parlare con un operatore',
    'voglio parlare con una persona',
    'operatore',
    'mi passi un operatore per favore',
    'non voglio parlare con un robot',
  ],
  nl: [
    'Ik wil met een medewerker spreken',
    'Kan ik met een mens praten?',
    'verbind me door met een medewerker',
    'medewerker aub',
  ],
  pl: ['Chcę rozmawiać z człowiekiem', 'Proszę połączyć z konsultantem', 'konsultant'],
  ru: ['Хочу поговорить с оператором', 'Соедините меня с человеком', 'оператор', 'Позовите живого человека'],
  tr: ['Müşteri temsilcisiyle görüşmek istiyorum', 'Beni bir temsilciye bağlayın', 'canlı destek'],
  ko: ['상담원 연결해 주세요', '사람이랑 얘기하고 싶어요', '상담원', '직원과 통화하고 싶습니다'],
  ar: ['أريد التحدث مع موظف', 'حولني إلى خدمة العملاء', 'ممكن أتكلم مع شخص حقيقي'],
}

const notAsking: Readonly<Record<string, readonly string[]>> = {
  en: [
    'How do I contact human resources?',
    'What is the number of human resources',
    'Is a human required to approve this?',
    'Is a human required to sign the form?',
    'What personal data do you store?',
    'How is the agent commission calculated?',
    'What is the agent commission for flats?',
    'customer service hours?',
    'What are your customer service hours?',
    'I need an agent commission statement',
    'How much is a ticket per person?',
    'Can two people share one account?',
    'I bought this for a person I love',
    'I do not need to talk to a human',
    "I don't want to speak to an agent, just tell me the price",
    'Do I have to talk to a person to cancel?',
    'Can I transfer my subscription to another person?',
    'How do I transfer my ticket to someone else?',
    'Is my real estate agent insured?',
    'What does a travel agent cost?',
    'How does the ternary operator work?',
    'Where is the password manager?',
    'I talked to an agent yesterday and he said it is free',
    'Why was my agent changed?',
    'Do users talk to an agent first?',
    'Can someone help me reset my password?',
    'human rights policy',
    'Is this a bot?',
    'Are you human?',
    'What is your opinion on human error in aviation?',
    'My representative ID is 4711',
    'Which support plans do you have?',
    'connect me to the wifi',
    'How do I speak better English?',
    'When are you open?',
    'Where can I leave feedback for staff?',
    'Does a person have to be at home for the delivery?',
    'can I speak with the manager of human resources?',
    'Can I talk to the HR department?',
  ],
  zh: [
    '人工智能是什么？',
    '人工费多少钱？',
    '客服电话是多少？',
    '客服几点上班？',
    '不需要人工',
    '人力资源部在哪里',
    '你们几点开门？',
    '真人秀什么时候开始',
    '人工审核要多久？',
  ],
  es: [
    '¿Cómo contacto con recursos humanos?',
    '¿Puedo hablar con el gerente de recursos humanos?',
    '¿Cuánto cuesta por persona?',
    'Busco un agente inmobiliario',
    'No quiero hablar con un agente',
    '¿Qué derechos humanos defienden?',
    '¿Cuál es su horario?',
  ],
  de: [
    'Wo finde ich die Personalabteilung?',
    'Was kostet es pro Person?',
    'Gibt es Mitarbeiterrabatt?',
    'Menschenrechte sind wichtig',
    'Muss ich dafür mit einem Mitarbeiter sprechen?',
    'Ich möchte nicht mit einem Menschen sprechen',
    'Wann haben Sie geöffnet?',
  ],
  fr: [
    'Où sont les ressources humaines ?',
    'Puis-je parler au responsable des ressources humaines ?',
    'Je voudrais parler avec le responsable des ressources humaines',
    'Quel est le prix par personne ?',
    'Combien coûte un agent immobilier ?',
    'Faut-il parler à un agent pour annuler ?',
    'Je ne veux pas parler à un humain',
    'Quels sont vos horaires ?',
  ],
  pt: [
    'Onde ficam os recursos humanos?',
    'Posso falar com o gerente de recursos humanos?',
    'Quanto custa por pessoa?',
    'Não quero falar com um atendente',
    'Qual é o horário?',
  ],
  ja: [
    '人間関係の本はありますか',
    '担当者の名前を教えてください',
    '営業時間は何時ですか',
    'オペレーターの求人はありますか',
  ],
  it: ['Dove sono le risorse umane?', 'Quanto costa a persona?', 'Quando siete aperti?'],
  nl: ['Wat kost het per persoon?', 'Wat zijn de openingstijden?'],
  pl: ['Ile kosztuje za osobę?', 'Jakie są prawa człowieka?'],
  ru: ['Сколько стоит на человека?', 'Какой оператор связи лучше?', 'Где отдел кадров?'],
  tr: ['İnsan kaynakları nerede?', 'Kişi başı ne kadar?'],
  ko: ['상담원 채용하나요?', '영업시간이 어떻게 되나요?'],
  ar: ['أين قسم الموارد البشرية؟', 'ما هي ساعات العمل؟'],
}

const flat = (table: typeof asking) => Object.values(table).flat()

test('every one of these sentences asks for a person', () => {
  const missed = flat(asking).filter((text) => !asksForPerson(text, none))
  assert.deepEqual(missed, [])
})

test('none of these sentences asks for a person', () => {
  const mistaken = flat(notAsking).filter((text) => asksForPerson(text, none))
  assert.deepEqual(mistaken, [])
})

/** Sentences by language, one on a line, those that ask marked with "+", the others with "-". */
const TABLES = join(import.meta.dirname, 'asking')
for (const file of readdirSync(TABLES)) {
  const [language] = file.split('.')
  const lines = readFileSync(join(TABLES, file), 'utf8').trim().split('\n')
  const marked = (mark: string) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(2))

  test(`in ${language} whoever asks is heard, and nobody who says no, tells of the past or of others, or quotes`, () => {
    const [asks, mentions] = [marked('+'), marked('-')]
    assert.ok(asks.length >= 25 && mentions.length >= 25)
    const missed = asks.filter((text) => !asksForPerson(text, none))
    const mistaken = mentions.filter((text) => asksForPerson(text, none))
    assert.deepEqual({ missed, mistaken }, { missed: [], mistaken: [] })
  })
}

test('quoted words are not meant, whatever marks them; a marked word, and a text that is marked as a whole, is', () => {
  const quotes = ['"x"', '“x”', '„x“', '«x»', '»x«', '「x」', '『x』', "'x'", '‘x’']
  for (const quote of quotes) {
    const quoted = (words: string) => quote.replace('x', words)
    assert.equal(asksForPerson(`Where is the button ${quoted('talk to a human')} gone?`, none), false, quote)
    assert.equal(asksForPerson(`I want to talk to a ${quoted('human')}`, none), true, quote)
    assert.equal(asksForPerson(`${quoted('I want to talk to a human')}.`, none), true, quote)
  }
  assert.equal(asksForPerson('> I want to talk to a human\nWhat did you mean by this?', none), false)
  assert.equal(asksForPerson("I don't get it, it's the users' fault, let me talk to a human", none), true)
})

test('a text that does not tell its language has that of the phrase; what it tells, and what is known, comes first', () => {
  const languageOf = (text: string, known: string | null = null, fallback = 'en') =>
    languageOfAsk(text, askedIn(text, none) ?? assert.fail(text), known, fallback)
  assert.equal(languageOf('parler à un humain'), 'fr')
  assert.equal(languageOf('je veux parler à un conseiller'), 'fr')
  assert.equal(languageOf('necesito un agente humano'), 'es')
  assert.equal(languageOf('有人対応'), 'ja')
  assert.equal(languageOf('转人工'), 'zh')
  assert.equal(languageOf('parler à un humain', 'en'), 'fr', 'the user has changed the language')
  assert.equal(languageOf('agent', 'fr'), 'fr', 'said in both')
  assert.equal(languageOf('agent', null, 'de'), null, 'nor does it tell that it is not the agent’s')
  assert.equal(languageOf('agent', null, 'zh'), 'en')
  assert.equal(
    languageOf(
      'I think that this is not what I want. Kundenservice bitte, mit einem Menschen sprechen',
      null,
    ),
    'en',
  )
})

for (const [language, texts] of Object.entries(asking))
  test(`of those in ${language} none is taken for another language`, () => {
    const wrong = texts.flatMap((text) => {
      const found = languageOfAsk(text, askedIn(text, none) ?? [], null, 'en') ?? 'en'
      return found === language ? [] : [`${found}: ${text}`]
    })
    assert.deepEqual(wrong, [])
  })

test('there are at least 150 sentences to judge by', () => {
  assert.ok(flat(asking).length + flat(notAsking).length >= 150)
})

test('phrases of the agent count too, as whole words in any case and with or without accents', () => {
  const phrases = ['Código Rojo', '找老板', 'sos']
  assert.equal(asksForPerson('esto es CODIGO ROJO ya', { phrases }), true)
  assert.equal(asksForPerson('我要找老板', { phrases }), true)
  assert.equal(asksForPerson('sos!', { phrases }), true)
  assert.equal(asksForPerson('I ordered sosages', { phrases }), false)
  assert.equal(hasPhrase('an invoice', 'voice'), false)
})

test('a long text is judged in no time', () => {
  const hostile = [
    'talk to a '.repeat(20_000),
    `${'a '.repeat(50_000)}human`,
    '转'.repeat(100_000),
    'mit einem '.repeat(9_000),
  ]
  const before = process.cpuUsage()
  for (const text of hostile) asksForPerson(text, none)
  assert.ok(process.cpuUsage(before).user < 1_000_000)
  assert.equal(asksForPerson(`${'My order is late. '.repeat(500)} Let me talk to a human.`, none), true)
})
