/**
 * The index of one knowledge base, in memory. A *phrasing* is the question of a pair (or its keywords); pairs with the same
 * answer in one document are phrasings of one entry. Phrasings come in *parts*, runs of pairs of one revision, that are shown
 * and hidden at once, so that a reader never meets half a document. Numbers of terms follow each phrasing that comes or
 * goes, so an index that was kept up equals one that was built anew.
 */
import { wordsOf } from './analyse.ts'
import { Ints, Records } from './growing.ts'
import { hash32 } from './hash.ts'
import { Postings } from './postings.ts'
import { Spelling } from './spelling.ts'
import { Vocabulary } from './vocabulary.ts'

/** More of a question or answer than this does not help to find it. */
const MOST_WORDS = 1000
const MOST_ANSWER_TERMS = 3000
/** Bits of a posting beside the phrasing's number. */
export const IN_QUESTION = 1
export const IN_ANSWER = 2
const ANSWER_WORDS_KEPT = 100_000

export interface Part {
  readonly docId: string
  readonly revisionId: string
  /** The first phrasing, and the one behind the last. */
  readonly from: number
  to: number
  live: boolean
}

export class BaseIndex {
  readonly parts: Part[] = []
  readonly vocabulary: Vocabulary
  readonly postings = new Postings()
  readonly spelling = new Spelling()
  readonly records = new Records()
  // By phrasing.
  readonly part = new Ints()
  readonly ordinal = new Ints()
  readonly address = new Ints()
  readonly length = new Ints()
  readonly group = new Ints()
  readonly group2 = new Ints()
  /** A number that is the same however the index came about; it breaks ties. */
  readonly tie = new Ints()
  // By term and by piece: how many phrasings hold it.
  readonly inQuestions = new Ints()
  readonly inAnswers = new Ints()
  grams = new Int32Array(1024)
  // Over all phrasings that count.
  phrasings = 0
  answers = 0
  questionTerms = 0
  answerTerms = 0
  /** Changes with every phrasing that comes or goes. */
  epoch = 0
  dead = 0
  readonly #answerWords = new Map<string, readonly number[]>()
  #seen = new Int32Array(1024)
  #stamp = 0
  #terms = new Int32Array(256)
  #buffer = new Int32Array(MOST_WORDS + 2 * MOST_ANSWER_TERMS + 2)

  constructor() {
    this.vocabulary = new Vocabulary((term) => {
      this.spelling.add(term, this.postings.addTerm())
      this.inQuestions.push(0)
      this.inAnswers.push(0)
    })
  }

  openPart(docId: string, revisionId: string): Part {
    const part = { docId, revisionId, from: this.part.length, to: this.part.length, live: false }
    this.parts.push(part)
    return part
  }

  /** Adds the phrasings of a pair to the part opened last. */
  addPair(ordinal: number, question: string, answer: string, keywords: readonly string[]): void {
    const { docId } = this.parts.at(-1) as Part
    const keyed = `${docId}\n${answer}`
    const group = hash32(keyed, 0)
    const group2 = hash32(keyed, 0x5bd1e995)
    this.#addPhrasing(ordinal, question, answer, group, group2, hash32(`${docId}\n${ordinal}`, 1))
    if (keywords.length === 0) return
    this.#addPhrasing(ordinal, keywords.join(' '), '', group, group2, hash32(`${docId}\n${ordinal}`, 2))
  }

  /** Takes the phrasings of a hidden part out of the counts, from `first` on, until `stop` says so; answers where it stopped. */
  forget(part: Part, first: number, stop: () => boolean): number {
    let phrasing = first
    for (; phrasing < part.to; phrasing++) {
      this.#count(phrasing, -1)
      this.dead++
      if (stop()) return phrasing + 1
    }
    return phrasing
  }

  get bytes(): number {
    const byPhrasing = this.part.bytes * 7
    const byTerm = this.inQuestions.bytes * 2 + this.grams.byteLength
    return (
      this.vocabulary.bytes +
      this.spelling.bytes +
      this.postings.bytes +
      this.records.bytes +
      byPhrasing +
      byTerm +
      20_000
    )
  }

  #addPhrasing(
    ordinal: number,
    question: string,
    answer: string,
    group: number,
    group2: number,
    tie: number,
  ) {
    const phrasing = this.part.length
    const part = this.parts.at(-1) as Part
    const words = wordsOf(question)
    const count = Math.min(words.length, MOST_WORDS)
    const out = this.#buffer
    const inQuestion: number[] = []
    for (let i = 0; i < count; i++) {
      const word = this.vocabulary.word(words[i] as string)
      out[i + 2] = word
      const { start, middle, pool } = this.vocabulary
      for (let n = start.data[word] as number; n < (middle.data[word] as number); n++) {
        inQuestion.push(pool.data[n] as number)
      }
    }
    const inAnswer = this.#answerTerms(answer)
    let at = count + 2
    let last = 0
    let distinct = 0
    for (let i = 0; i < inAnswer.length && distinct < MOST_ANSWER_TERMS; ) {
      const term = inAnswer[i] as number
      let next = i + 1
      while (inAnswer[next] === term) next++
      out[at++] = term - last
      out[at++] = next - i
      last = term
      i = next
      distinct++
    }
    out[0] = count
    out[1] = distinct
    this.address.push(this.records.add(out, at))
    this.part.push(this.parts.length - 1)
    this.ordinal.push(ordinal)
    this.length.push(inQuestion.length)
    this.group.push(group)
    this.group2.push(group2)
    this.tie.push(tie)
    part.to = phrasing + 1
    this.#post(phrasing, new Set(inQuestion), out.subarray(count + 2, at))
    this.#count(phrasing, 1)
  }

  #post(phrasing: number, inQuestion: Set<number>, answer: Int32Array): void {
    let term = 0
    for (let i = 0; i < answer.length; i += 2) {
      term += answer[i] as number
      const also = inQuestion.delete(term) ? IN_QUESTION : 0
      this.postings.push(term, phrasing * 4 + IN_ANSWER + also)
    }
    for (const each of inQuestion) this.postings.push(each, phrasing * 4 + IN_QUESTION)
  }

  /** Sorted, each as often as it occurs. Good until it is called again. */
  #answerTerms(answer: string): Int32Array {
    let count = 0
    for (const word of wordsOf(answer)) {
      let ids = this.#answerWords.get(word)
      if (!ids) {
        ids = this.vocabulary.termIds(word)
        if (this.#answerWords.size >= ANSWER_WORDS_KEPT) this.#answerWords.clear()
        if (word.length <= 32) this.#answerWords.set(word, ids)
      }
      if (count + ids.length > this.#terms.length) {
        const larger = new Int32Array((count + ids.length) * 2)
        larger.set(this.#terms)
        this.#terms = larger
      }
      for (let i = 0; i < ids.length; i++) this.#terms[count++] = ids[i] as number
    }
    return this.#terms.subarray(0, count).sort()
  }

  #count(phrasing: number, by: 1 | -1): void {
    const buffer = this.#buffer
    let at = this.records.read(this.address.data[phrasing] as number, 2, buffer)
    const [words, answers] = [buffer[0] as number, buffer[1] as number]
    this.epoch++
    this.phrasings += by
    this.questionTerms += by * (this.length.data[phrasing] as number)
    at = this.records.read(at, words, buffer)
    this.#countWords(buffer, words, by)
    if (answers === 0) return
    this.answers += by
    this.records.read(at, 2 * answers, buffer)
    for (let i = 0, term = 0; i < 2 * answers; i += 2) {
      term += buffer[i] as number
      this.inAnswers.data[term] = (this.inAnswers.data[term] as number) + by
      this.answerTerms += by * (buffer[i + 1] as number)
    }
  }

  #countWords(ids: Int32Array, count: number, by: 1 | -1): void {
    const { terms, grams, start, middle, end, pool } = this.vocabulary
    if (grams.size > this.grams.length) {
      const larger = new Int32Array(grams.size * 2)
      larger.set(this.grams)
      this.grams = larger
    }
    const stamp = this.#nextStamp(terms.size + grams.size)
    const [seen, numbers, ofTerms, ofGrams] = [this.#seen, pool.data, this.inQuestions.data, this.grams]
    for (let i = 0; i < count; i++) {
      const word = ids[i] as number
      for (let n = start.data[word] as number; n < (middle.data[word] as number); n++) {
        const term = numbers[n] as number
        if (seen[term] === stamp) continue
        seen[term] = stamp
        ofTerms[term] = (ofTerms[term] as number) + by
      }
      for (let n = middle.data[word] as number; n < (end.data[word] as number); n++) {
        const gram = numbers[n] as number
        if (seen[terms.size + gram] === stamp) continue
        seen[terms.size + gram] = stamp
        ofGrams[gram] = (ofGrams[gram] as number) + by
      }
    }
  }

  /** A number not in `#seen` yet, which has room for `size` marks. */
  #nextStamp(size: number): number {
    if (this.#seen.length < size) this.#seen = new Int32Array(size * 2)
    return ++this.#stamp
  }
}
