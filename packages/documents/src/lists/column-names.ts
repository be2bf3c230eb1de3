/** What the columns of questions and answers are called, in the languages editors write their headers in. */
export type Role = 'question' | 'answer' | 'similar' | 'keywords'

interface Names {
  /** Nothing else is called this. */
  readonly sure: ReadonlySet<string>
  /** Taken when no column has a sure name. */
  readonly likely: ReadonlySet<string>
}

// Normalised as headers are: Thai has vowels of two parts there.
const set = (names: string) => new Set(names.normalize('NFKC').split('|'))

const names: Readonly<Record<Role, Names>> = {
  question: {
    sure: set(
      'question|questions|query|inquiry|enquiry|faq|user question|faq question|standard question|main question|问题|標準問題|标准问题|标准问|问句|提问|提問|問題|用户问题|质问|質問|質問文|質問内容|お問い合わせ|問い合わせ|問い|질문|문의|질문 내용|pregunta|preguntas|consulta|question posée|demande|frage|fragen|fragestellung|domanda|domande|quesito|pergunta|perguntas|questão|vraag|vragen|вопрос|вопросы|питання|запитання|pytanie|pytania|soru|sorular|سؤال|السؤال|سوال|שאלה|प्रश्न|सवाल|pertanyaan|soalan|câu hỏi|คำถาม|fråga|frågor|spørgsmål|spørsmål|kysymys|otázka|otázky|kérdés|întrebare|intrebare|ερώτηση|въпрос|pitanje|vprašanje|klausimas|jautājums|küsimus',
    ),
    likely: set(
      'q|问|問|prompt|instruction|input|user|customer|title|titel|titre|título|titulo|titolo|subject|topic|intent|utterance|标题|標題|分段标题|题目|見出し|タイトル|件名|제목|тема|заголовок',
    ),
  },
  answer: {
    sure: set(
      'answer|answers|reply|response|faq answer|standard answer|答案|回答|答复|答覆|回复|回覆|标准答案|標準答案|解答|回答内容|回答文|答え|답변|응답|답변 내용|respuesta|respuestas|contestación|réponse|réponses|reponse|antwort|antworten|risposta|risposte|resposta|respostas|antwoord|antwoorden|ответ|ответы|відповідь|odpowiedź|odpowiedz|odpowiedzi|cevap|yanıt|cevaplar|إجابة|الإجابة|جواب|الجواب|پاسخ|תשובה|उत्तर|जवाब|jawaban|jawapan|câu trả lời|trả lời|คำตอบ|svar|vastaus|odpověď|odpoveď|válasz|răspuns|raspuns|απάντηση|отговор|odgovor|atsakymas|atbilde|vastus',
    ),
    likely: set(
      'a|答|답|标准答|標準答|completion|output|assistant|bot|agent|resolution|content|text|body|description|solution|内容|內容|分段内容|正文|本文|説明|내용|설명|contenido|contenu|inhalt|contenuto|conteúdo|texto|texte|testo|содержание|текст|описание',
    ),
  },
  similar: {
    sure: set(
      'similar|similar question|similar questions|similar_questions|alternative question|alternative questions|alternatives|variants|variant|paraphrase|paraphrases|other questions|synonym question|index|indexes|相似问题|相似问|相似問題|相似問|扩展问|扩展问题|同义问|类似问题|類似質問|類似の質問|言い換え|유사 질문|유사질문|preguntas similares|pregunta similar|questions similaires|ähnliche fragen|ähnliche frage|domande simili|perguntas similares|похожие вопросы',
    ),
    likely: new Set(),
  },
  keywords: {
    sure: set(
      'keyword|keywords|key words|schlagwort|schlagwörter|stichwort|stichwörter|stichworte|mots clés|mot clé|palabras clave|palabra clave|palavras chave|parole chiave|trefwoorden|słowa kluczowe|ключевые слова|关键词|关键字|關鍵詞|關鍵字|キーワード|키워드|كلمات مفتاحية',
    ),
    likely: new Set(),
  },
}

export interface NamedColumn {
  readonly role: Role
  readonly isSure: boolean
}

/** What a header cell names, if anything: `Question 2 (required):` is a question. */
export function columnNamed(header: string): NamedColumn | undefined {
  // A heading does not ask; without this, a question "A?" would be taken for the column A.
  if (/[?？]/.test(header)) return undefined
  const plain = plainName(header)
  const numberless = plain.replace(/ ?\d{1,2}$/u, '')
  for (const name of [plain, numberless]) {
    for (const role of ['similar', 'keywords', 'question', 'answer'] as const) {
      if (names[role].sure.has(name)) return { role, isSure: true }
      if (names[role].likely.has(name)) return { role, isSure: false }
    }
  }
  return undefined
}

const GUESS_WORDS = 4
const GUESS_CHARS = 40
/** A column about questions or answers, and not of them: "Question ID", "response time". */
const ABOUT =
  /\b(?:ids?|no|nr|number|count|date|datum|time|zeit|type|typ|kind|category|kategorie|status|state|url|link|source|quelle|score|rating|language|sprache|author|autor|by|tags?|length|code|group)\b|类型|類型|分类|分類|编号|編號|时间|時間|日期|状态|狀態|来源|來源|链接|連結|序号|数量|語言|语言|番号|種類|日時|번호|유형|날짜/u
const WRITTEN_TOGETHER = {
  question: /frage$|fragen$|问题|提问|問題|質問|问句|질문/u,
  answer: /antwort$|antworten$|答案|回答|答复|答覆|回复|回覆|답변/u,
}

/** What a header cell seems to name by a word in it: "Customer question", "Agent reply", "Kundenfrage", 用户提问. */
export function columnGuessed(header: string): 'question' | 'answer' | undefined {
  if (/[?？.!。！]|[:：]\s*\S/.test(header) || header.trim().length > GUESS_CHARS) return undefined
  const plain = plainName(header)
  const words = plain.split(' ')
  if (words.length > GUESS_WORDS || ABOUT.test(plain)) return undefined
  const named = (['question', 'answer'] as const).filter((role) =>
    words.some((word) => names[role].sure.has(word) || WRITTEN_TOGETHER[role].test(word)),
  )
  return named.length === 1 ? named[0] : undefined
}

function plainName(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[（(［[【][\s\S]*$/u, '')
    .replace(/[_\-\s]+/gu, ' ')
    .replace(/[^\p{L}\p{M}\p{N} ]/gu, '')
    .trim()
}
