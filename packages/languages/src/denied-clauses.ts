/**
 * Takes out of a message what the user says they do not want: of “I don't want to cancel my order, I want to change it” the
 * second clause is the question. Only where another clause is left; a message that is all denial is searched as it is.
 */
import { limited } from './limited.ts'

/** Longer messages are stories, which deny many things on the way. */
const MOST_CHARS = 300

/** A clause that says so. Those of Chinese, Japanese and Korean have no spaces to go by. */
const DENIES = limited(
  new RegExp(
    [
      String.raw`\b(?:do not|don[’']?t|did not|didn[’']?t) (?:want|need|mean|wish)\b|\bnot (?:asking|looking|trying)\b`,
      String.raw`\b(?:will|möchte|wollte|meine|brauche)\b.*\b(?:nicht|kein\p{L}*)\b|^nicht\b`,
      String.raw`\b(?:ne|n[’'])\s?(?:veux|voulais|souhaite|cherche)\b.*\bpas\b|\bpas besoin\b`,
      String.raw`\bno (?:quiero|quería|queria|deseo|necesito|busco)\b`,
      String.raw`(?<!\p{L})n[ãa]o (?:quero|queria|desejo|preciso)(?!\p{L})`,
      String.raw`\bnon (?:voglio|vorrei|volevo|desidero|cerco)\b`,
      String.raw`\b(?:wil|wilde|bedoel)\b.*\b(?:niet|geen)\b`,
      String.raw`(?<!\p{L})nie (?:chc[ęe]|chcia[łl]\p{L}*|potrzebuj[ęe])(?!\p{L})`,
      String.raw`(?<!\p{L})не (?:хочу|хотел|хотела|нужно|надо)(?!\p{L})`,
      'istemiyorum|لا أريد|لا اريد',
      '不想|不要|不是要|不需要|したくない|したくありません|싶지 않|아니라',
    ].join('|'),
    'iu',
  ),
  MOST_CHARS,
)
/** “Not A but B” without a comma between them. */
const INSTEAD = /^.{1,60}?(?:ではなくて?|じゃなくて|が欲しいのではなく|말고|아니라|而是)\s*/u
const CLAUSES = limited(
  /[,;.!?\n，、。；！？،؟]+\s*|\s+(?:but|instead|sondern|aber|mais|sino|pero|mas|ma|bensì|maar|ale|tylko|lecz|но|ama|لكن)\s+/iu,
  MOST_CHARS,
)
/** What is left must ask something by itself; two signs are a word where words are not written apart. */
const ASKS = /\p{sc=Han}\p{sc=Han}|.{4}/u

export function withoutDenied(text: string): string {
  if (text.length > MOST_CHARS) return text
  const instead = text.replace(INSTEAD, '')
  if (instead !== text && ASKS.test(instead)) return instead
  if (!DENIES.test(text)) return text
  const clauses = text.split(CLAUSES).filter((clause) => clause.trim() !== '')
  const left = clauses.filter((clause) => !DENIES.test(clause))
  const said = left.join(', ').trim()
  return clauses.length > left.length && ASKS.test(said) ? said : text
}
