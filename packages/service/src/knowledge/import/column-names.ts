/** What the columns of questions and answers are called, in the languages editors write their headers in. */
export type Role = 'question' | 'answer' | 'similar'

interface Names {
  /** Nothing else is called this. */
  readonly sure: ReadonlySet<string>
  /** Taken when no column has a sure name. */
  readonly likely: ReadonlySet<string>
}

const set = (names: string) => new Set(names.split('|'))

const names: Readonly<Record<Role, Names>> = {
  question: {
    sure: set(
      'question|questions|query|faq|user question|faq question|standard question|main question|问题|標準問題|标准问题|标准问|问句|提问|提問|問題|用户问题|质问|質問|質問文|質問内容|お問い合わせ|問い合わせ|問い|질문|문의|질문 내용|pregunta|preguntas|consulta|question posée|demande|frage|fragen|fragestellung|domanda|domande|quesito|pergunta|perguntas|questão|vraag|vragen|вопрос|вопросы|питання|запитання|pytanie|pytania|soru|sorular|سؤال|السؤال|سوال|שאלה|प्रश्न|सवाल|pertanyaan|soalan|câu hỏi|คำถาม|fråga|frågor|spørgsmål|spørsmål|kysymys|otázka|otázky|kérdés|întrebare|intrebare|ερώτηση|въпрос|pitanje|vprašanje|klausimas|jautājums|küsimus',
    ),
    likely: set(
      'q|问|問|title|titel|titre|título|titulo|titolo|subject|topic|intent|utterance|标题|標題|分段标题|题目|見出し|タイトル|件名|제목|тема|заголовок',
    ),
  },
  answer: {
    sure: set(
      'answer|answers|reply|response|faq answer|standard answer|答案|回答|答复|答覆|回复|回覆|标准答案|標準答案|解答|回答内容|回答文|答え|답변|응답|답변 내용|respuesta|respuestas|contestación|réponse|réponses|reponse|antwort|antworten|risposta|risposte|resposta|respostas|antwoord|antwoorden|ответ|ответы|відповідь|odpowiedź|odpowiedz|odpowiedzi|cevap|yanıt|cevaplar|إجابة|الإجابة|جواب|الجواب|پاسخ|תשובה|उत्तर|जवाब|jawaban|jawapan|câu trả lời|trả lời|คำตอบ|svar|vastaus|odpověď|odpoveď|válasz|răspuns|raspuns|απάντηση|отговор|odgovor|atsakymas|atbilde|vastus',
    ),
    likely: set(
      'a|答|답|content|text|body|description|solution|内容|內容|分段内容|正文|本文|説明|내용|설명|contenido|contenu|inhalt|contenuto|conteúdo|texto|texte|testo|содержание|текст|описание',
    ),
  },
  similar: {
    sure: set(
      'similar|similar question|similar questions|similar_questions|alternative question|alternative questions|alternatives|variants|variant|paraphrase|paraphrases|other questions|synonym question|index|indexes|相似问题|相似问|相似問題|相似問|扩展问|扩展问题|同义问|类似问题|類似質問|類似の質問|言い換え|유사 질문|유사질문|preguntas similares|pregunta similar|questions similaires|ähnliche fragen|ähnliche frage|domande simili|perguntas similares|похожие вопросы',
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
  const plain = header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[（(［[【].*$/u, '')
    .replace(/[_\-\s]+/gu, ' ')
    .replace(/[^\p{L}\p{M}\p{N} ]/gu, '')
    .trim()
  const numberless = plain.replace(/ ?\d{1,2}$/u, '')
  for (const name of [plain, numberless]) {
    for (const role of ['similar', 'question', 'answer'] as const) {
      if (names[role].sure.has(name)) return { role, isSure: true }
      if (names[role].likely.has(name)) return { role, isSure: false }
    }
  }
  return undefined
}
