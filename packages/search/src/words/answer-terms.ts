/**
 * The distinct terms of answers and how often each occurs. Answers are most of what an index is built from, so plain text is
 * read letter by letter, and a word met before is known by its hash without being cut out.
 */

import { normalise } from '@tandem/languages/normalise'
import type { Vocabulary } from '../index/vocabulary.ts'
import { ASCII, wordsOfFolded } from './analyse.ts'

/** More of an answer than this does not help to find it. */
export const MOST_ANSWER_TERMS = 3000
const KEPT_WORDS = 100_000
const KEPT_CHARS = 32
const APOSTROPHE = 39

interface KnownWord {
  readonly text: string
  readonly ids: readonly number[]
}

export class AnswerTerms {
  /** Of the answer read last, in the order of their first occurrence. */
  readonly terms = new Int32Array(MOST_ANSWER_TERMS)
  readonly counts = new Int32Array(MOST_ANSWER_TERMS)
  size = 0
  readonly #vocabulary: Vocabulary
  readonly #known = new Map<number, KnownWord>()
  /** By term: the mark of the answer that holds it, and its place there. */
  #marks = new Int32Array(1024)
  #places = new Int32Array(1024)
  #mark = 0

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
  }

  read(answer: string): void {
    this.size = 0
    this.#mark++
    const folded = normalise(answer)
    if (ASCII.test(folded)) this.#readPlain(folded)
    else for (const word of wordsOfFolded(folded)) this.#add(this.#vocabulary.termIds(word))
  }

  /** Finds the same words as the analyser's pattern for plain text. */
  #readPlain(text: string): void {
    for (let i = 0; i < text.length; ) {
      let char = text.charCodeAt(i)
      if (!isLetter(char) && !isDigit(char)) {
        i++
        continue
      }
      const start = i
      let hash = 0x811c9dc5
      let quoted = false
      while (isLetter(char) || (isDigit(char) && !quoted)) {
        hash = Math.imul(hash ^ char, 0x01000193)
        char = text.charCodeAt(++i)
        if (char === APOSTROPHE && isLetter(text.charCodeAt(i + 1))) {
          hash = Math.imul(hash ^ char, 0x01000193)
          quoted = true
          char = text.charCodeAt(++i)
        }
      }
      this.#add(this.#idsOf(text, start, i, (hash ^ (hash >>> 15)) & 0x3fffffff))
    }
  }

  #idsOf(text: string, start: number, end: number, hash: number): readonly number[] {
    const known = this.#known.get(hash)
    if (known?.text.length === end - start && text.startsWith(known.text, start)) return known.ids
    const word = text.slice(start, end)
    const ids = this.#vocabulary.termIds(word)
    if (known || word.length > KEPT_CHARS) return ids
    if (this.#known.size >= KEPT_WORDS) this.#known.clear()
    // A copy of its own: a slice would keep the whole answer alive.
    this.#known.set(hash, { text: Buffer.from(word, 'latin1').toString('latin1'), ids })
    return ids
  }

  #add(ids: readonly number[]): void {
    for (let i = 0; i < ids.length; i++) {
      const term = ids[i] as number
      if (term >= this.#marks.length) this.#grow(term)
      if (this.#marks[term] === this.#mark) {
        const place = this.#places[term] as number
        this.counts[place] = (this.counts[place] as number) + 1
      } else if (this.size < MOST_ANSWER_TERMS) {
        this.#marks[term] = this.#mark
        this.#places[term] = this.size
        this.terms[this.size] = term
        this.counts[this.size++] = 1
      }
    }
  }

  #grow(term: number): void {
    const marks = new Int32Array(term * 2)
    const places = new Int32Array(term * 2)
    marks.set(this.#marks)
    places.set(this.#places)
    this.#marks = marks
    this.#places = places
  }
}

const isLetter = (char: number) => char >= 97 && char <= 122
const isDigit = (char: number) => char >= 48 && char <= 57
