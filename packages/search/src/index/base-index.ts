/**
 * The index of one knowledge base, in memory. A *phrasing* is the question of a pair (or its keywords); pairs with the same
 * answer in one document are phrasings of one entry. Phrasings come in *parts*, runs of pairs of one revision, that are shown
 * and hidden at once, so that a reader never meets half a document. Numbers of terms follow each phrasing that comes or
 * goes, so an index that was kept up equals one that was built anew.
 */

import { STOP_GRAM } from '../rank/weights.ts'
import { wordsOf } from '../words/analyse.ts'
import { AnswerTerms, MOST_ANSWER_TERMS } from '../words/answer-terms.ts'
import { hashNumbers, hashPair } from '../words/hash.ts'
import { Ints, offsetOf, Records } from './growing.ts'
import { PhrasingRows } from './phrasing-rows.ts'
import { Postings } from './postings.ts'
import { Siblings } from './siblings.ts'
import { Spelling } from './spelling.ts'
import { meaningOf, Vectors } from './vectors.ts'
import { Vocabulary, WORD_HEAD } from './vocabulary.ts'

/** More of a question or answer than this does not help to find it. */
export const MOST_WORDS = 1000
/** A posting of a question is the phrasing's number and, in its lowest bits, how many terms the question has. */
export const LENGTH_BITS = 6
export const LONGEST = (1 << LENGTH_BITS) - 1

const addresses = new Int32Array(512)
/** Means nothing; without it nobody would need what is read. */
const touched = new Int32Array(1)

export interface Part {
  readonly docId: string
  readonly revisionId: string
  /** The first phrasing, and the one behind the last. */
  readonly from: number
  to: number
  live: boolean
  /** It holds passages: pairs without a question. */
  hasPassages: boolean
}

export class BaseIndex {
  readonly parts: Part[] = []
  readonly vocabulary: Vocabulary
  /** By term: the phrasings whose question holds it, and those whose answer does. */
  readonly asked = new Postings()
  readonly answered = new Postings()
  readonly spelling = new Spelling()
  readonly records = new Records()
  // By phrasing.
  readonly part = new Ints()
  readonly rows = new PhrasingRows()
  readonly siblings = new Siblings(this.rows)
  /** A number that is the same however the index came about; it breaks ties. */
  readonly tie = new Ints()
  // By term: how many phrasings hold it.
  readonly inQuestions = new Ints()
  readonly inAnswers = new Ints()
  // Over all phrasings that count; passages have no question, and must not make questions look short.
  phrasings = 0
  questions = 0
  answers = 0
  questionTerms = 0
  answerTerms = 0
  /** Changes with every phrasing that comes or goes. */
  epoch = 0
  /** Changes when a part is shown or hidden. */
  shownEpoch = 0
  dead = 0
  /** Whether there were ever passages in it. */
  hasPassages = false
  readonly #answerReader: AnswerTerms
  #seen = new Int32Array(1024)
  /** All zero between uses. */
  #gramCounts = new Float64Array(1024)
  #stamp = 0
  /** Of the document of the part opened last. */
  #docHash: [number, number] = [0, 0]
  #buffer = new Int32Array(MOST_WORDS + 2 * MOST_ANSWER_TERMS + 2)

  /** Only where there are embeddings. */
  readonly vectors: Vectors | undefined

  constructor({ withVectors = false }: { withVectors?: boolean } = {}) {
    this.vectors = withVectors ? new Vectors() : undefined
    this.vocabulary = new Vocabulary((term) => {
      this.spelling.add(term, this.asked.addTerm())
      this.answered.addTerm()
      this.inQuestions.push(0)
      this.inAnswers.push(0)
    })
    this.#answerReader = new AnswerTerms(this.vocabulary)
  }

  openPart(docId: string, revisionId: string): Part {
    const index = this
    const from = this.part.length
    let live = false
    const part: Part = {
      docId,
      revisionId,
      from,
      to: from,
      hasPassages: false,
      get live() {
        return live
      },
      set live(now: boolean) {
        live = now
        index.shownEpoch++
      },
    }
    this.parts.push(part)
    this.#docHash = hashPair(docId, [0x811c9dc5, 0x2545f491])
    return part
  }

  /** Adds the phrasings of a pair, or a passage, to the part opened last. */
  addPair(ordinal: number, question: string, answer: string, keywords: readonly string[]): void {
    const [group, group2] = hashPair(answer, this.#docHash)
    const tie = hashNumbers(this.#docHash[0], ordinal)
    if (question === '') {
      this.hasPassages = true
      ;(this.parts.at(-1) as Part).hasPassages = true
    }
    this.#addPhrasing(ordinal, question, answer, group, group2, tie)
    this.vectors?.addPhrasing(meaningOf({ question, answer }))
    if (keywords.length === 0) return
    this.vectors?.addPhrasing(undefined)
    this.#addPhrasing(ordinal, keywords.join(' '), '', group, group2, hashNumbers(tie, 1))
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

  /** Asks memory for the records of phrasings one after the other, not waiting for any: all come in hardly more time than one. */
  touch(phrasings: Int32Array, count: number): void {
    for (let i = 0; i < count; i++) addresses[i] = this.rows.address(phrasings[i] as number)
    for (let i = 0; i < count; i++) {
      const address = addresses[i] as number
      touched[0] = this.records.pageOf(address)[offsetOf(address)] as number
    }
  }

  get bytes(): number {
    const byPhrasing = this.part.bytes * 2 + this.rows.bytes + this.siblings.bytes
    const byTerm = this.inQuestions.bytes * 2
    return (
      this.vocabulary.bytes +
      (this.vectors?.bytes ?? 0) +
      this.spelling.bytes +
      this.asked.bytes +
      this.answered.bytes +
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
    const { vocabulary } = this
    let length = 0
    for (let i = 0; i < count; i++) {
      const word = vocabulary.word(words[i] as string)
      out[i + 2] = word
      length += vocabulary.termCount(word)
    }
    const norm = this.#normOf(out, 2, count + 2)
    this.#postQuestion(phrasing, length, out, 2, count + 2)
    this.#answerReader.read(answer)
    const { terms, counts, size } = this.#answerReader
    let at = count + 2
    let answerLength = 0
    for (let i = 0; i < size; i++) {
      const [term, times] = [terms[i] as number, counts[i] as number]
      this.answered.push(term, phrasing)
      // Most terms occur once: only of the others the number follows.
      out[at++] = (term << 1) | (times > 1 ? 1 : 0)
      if (times > 1) out[at++] = times
      answerLength += times
    }
    out[0] = count
    out[1] = at - count - 2
    this.part.push(this.parts.length - 1)
    const address = this.records.add(out, at)
    this.rows.push({ address, length, norm, answerLength, group, group2, ordinal })
    this.siblings.add(phrasing)
    this.tie.push(tie)
    part.to = phrasing + 1
    this.#count(phrasing, 1)
  }

  #postQuestion(phrasing: number, length: number, words: Int32Array, from: number, to: number): void {
    const { terms, rows, pool } = this.vocabulary
    const stamp = this.#nextStamp(terms.size)
    const [seen, numbers] = [this.#seen, pool.data]
    const posting = (phrasing << LENGTH_BITS) | Math.min(LONGEST, length)
    for (let i = from; i < to; i++) {
      const at = rows.start(words[i] as number) + WORD_HEAD
      const end = at + (numbers[at - WORD_HEAD + 1] as number)
      for (let n = at; n < end; n++) {
        const term = numbers[n] as number
        if (seen[term] === stamp) continue
        seen[term] = stamp
        this.asked.push(term, posting)
      }
    }
  }

  #count(phrasing: number, by: 1 | -1): void {
    const buffer = this.#buffer
    let at = this.records.read(this.rows.address(phrasing), 2, buffer)
    const [words, answers] = [buffer[0] as number, buffer[1] as number]
    this.epoch++
    this.phrasings += by
    if (words > 0) this.questions += by
    this.questionTerms += by * this.rows.questionLength(phrasing)
    at = this.records.read(at, words, buffer)
    this.#countWords(buffer, words, by)
    if (answers === 0) return
    this.answers += by
    this.answerTerms += by * this.rows.answerLength(phrasing)
    this.records.read(at, answers, buffer)
    for (let i = 0; i < answers; i++) {
      const number = buffer[i] as number
      const term = number >>> 1
      if (number & 1) i++
      this.inAnswers.data[term] = (this.inAnswers.data[term] as number) + by
    }
  }

  #countWords(ids: Int32Array, count: number, by: 1 | -1): void {
    const { terms, rows, pool } = this.vocabulary
    const stamp = this.#nextStamp(terms.size)
    const [seen, numbers, ofTerms] = [this.#seen, pool.data, this.inQuestions.data]
    for (let i = 0; i < count; i++) {
      const at = rows.start(ids[i] as number) + WORD_HEAD
      const end = at + (numbers[at - WORD_HEAD + 1] as number)
      for (let n = at; n < end; n++) {
        const term = numbers[n] as number
        if (seen[term] === stamp) continue
        seen[term] = stamp
        ofTerms[term] = (ofTerms[term] as number) + by
      }
    }
  }

  #normOf(words: Int32Array, first: number, behind: number): number {
    const { grams, gramWeight, rows, pool } = this.vocabulary
    if (this.#gramCounts.length < grams.size) this.#gramCounts = new Float64Array(grams.size * 2)
    const [numbers, counts, weights] = [pool.data, this.#gramCounts, gramWeight.data]
    let squares = 0
    for (let round = 0; round < 2; round++) {
      for (let w = first; w < behind; w++) {
        const word = words[w] as number
        const at = rows.start(word)
        const factor = numbers[at] === 1 ? STOP_GRAM : 1
        const from = at + WORD_HEAD + (numbers[at + 1] as number)
        const to = from + (numbers[at + 2] as number)
        for (let n = from; n < to; n++) {
          const gram = numbers[n] as number
          if (round === 1) counts[gram] = 0
          else {
            // What it adds to the square of its count.
            const count = counts[gram] as number
            const weight = weights[gram] as number
            squares += factor * (2 * count + factor) * weight * weight
            counts[gram] = count + factor
          }
        }
      }
    }
    return Math.sqrt(squares)
  }

  /** A number not in `#seen` yet, which has room for `size` marks. */
  #nextStamp(size: number): number {
    if (this.#seen.length < size) this.#seen = new Int32Array(size * 2)
    return ++this.#stamp
  }
}
