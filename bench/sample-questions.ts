/**
 * Pairs that resemble real ones in what makes search slow: words as unevenly frequent as in language, function words in every
 * question, now and then a number or a name of its own. The same for the same seed.
 */
const frame = [
  'how do i',
  'what is the',
  'where can i find',
  'why was my',
  'can you help me with the',
  'i want to change the',
  'is it possible to get a',
  'when will my',
  'do you have',
  'what happens if the',
]
const glue = 'the of to and a in is for on with my your it be are this that from at as'.split(' ')
const VOCABULARY = 40_000

export interface SampleText {
  readonly question: string
  readonly answer: string
}

export function* sampleTexts(count: number, seed = 1): Generator<SampleText> {
  const random = randomFrom(seed)
  for (let i = 0; i < count; i++) {
    yield { question: `${sentence(random, 3 + random() * 5)}?`, answer: `${answerOf(random)}.` }
  }
}

/** A stored question as somebody else might put it: a word left out, one misspelled, another opening. */
export function rephrased(question: string, random: () => number): string {
  const words = question.slice(0, -1).split(' ')
  if (words.length > 5) words.splice(Math.floor(random() * words.length), 1)
  const at = Math.floor(random() * words.length)
  const word = words[at] as string
  if (random() < 0.3 && word.length > 4) words[at] = word.slice(0, 2) + word[3] + word[2] + word.slice(4)
  return `${random() < 0.5 ? 'hello, ' : ''}${words.join(' ')}`
}

export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function sentence(random: () => number, words: number): string {
  const parts = [frame[Math.floor(random() * frame.length)] as string]
  for (let i = 0; i < words; i++) parts.push(random() < 0.3 ? glueWord(random) : word(random))
  return parts.join(' ')
}

function answerOf(random: () => number): string {
  const parts: string[] = []
  for (let i = 0; i < 42; i++) parts.push(random() < 0.45 ? glueWord(random) : word(random))
  return parts.join(' ')
}

const glueWord = (random: () => number) => glue[Math.floor(random() * glue.length)] as string

/** The n-th word is used about 1/n as often as the first. One in fifty is a number. */
function word(random: () => number): string {
  if (random() < 0.02) return String(Math.floor(random() * 100_000))
  return made(Math.floor(VOCABULARY ** random()))
}

const starts = 'b br c ch d f g gr h j k l m n p pr qu r s sh st t tr v w'.split(' ')
const middles = 'a e i o u ai ea ou er ar'.split(' ')
const ends = 'nt l r ck m ss tion d ge ple t n ver p'.split(' ')

function made(rank: number): string {
  const pick = (list: readonly string[], n: number) => list[n % list.length] as string
  const first = pick(starts, rank) + pick(middles, rank >> 2) + pick(ends, rank >> 3)
  return rank < 300
    ? first
    : first +
        pick(middles, rank >> 5) +
        pick(ends, rank >> 7) +
        (rank > 9000 ? pick(middles, rank >> 10) : '')
}
