/**
 * Whether a user who was offered a person says yes, and nothing else: “yes, but how long does it take?” is a question. The words
 * of all languages stand together: what is a yes in one of them is not a no in another.
 */
import { plain } from './asks-for-person.ts'

/** Nobody needs more to say yes. */
const MOST_CHARS = 60
const MOST_WORDS = 5

const list = (words: string) => words.split('|').map(plain)

/** Each alone says yes. */
const yes = new Set([
  ...list(
    'yes|yep|yeah|yup|ya|y|ok|okay|okey|k|sure|of course|absolutely|definitely|certainly|alright|all right',
  ),
  ...list('please do|do it|do that|go ahead|go for it|connect me|transfer me|put me through|hand me over'),
  ...list(
    "i would|i do|i would like that|i would love that|i'd like that|i'd love to|i want that|yes i want|let's do it",
  ),
  ...list(
    'that would be great|that would be nice|that would be good|that works|sounds good|that sounds good|good idea',
  ),
  ...list(
    'ja|jawohl|jo|jep|klar|na klar|gern|gerne|sehr gern|sehr gerne|natürlich|okay gerne|mach das|machen sie das',
  ),
  ...list(
    'verbinden sie mich|verbinde mich|auf jeden fall|einverstanden|in ordnung|das wäre gut|das wäre nett|das wäre toll',
  ),
  ...list(
    "oui|ouais|d'accord|bien sûr|volontiers|avec plaisir|je veux bien|allez-y|pourquoi pas|connectez-moi|je le veux bien",
  ),
  ...list(
    'sí|si|claro|claro que sí|por supuesto|vale|de acuerdo|dale|bueno|adelante|desde luego|me gustaría|sí quiero|conécteme',
  ),
  ...list('sim|com certeza|pode ser|pode|quero|quero sim|está bem|tá bom|tudo bem|gostaria|por favor sim'),
  ...list("sì|certo|certamente|va bene|volentieri|d'accordo|perché no|mi piacerebbe"),
  ...list(
    'graag|prima|natuurlijk|zeker|goed|doe maar|is goed|tak|jasne|dobrze|oczywiście|pewnie|chętnie|proszę bardzo|poproszę',
  ),
  ...list('да|конечно|хорошо|давайте|давай|ладно|ага|можно|хочу|соедините|соедините меня|не против'),
  ...list('evet|tamam|olur|tabii|tabii ki|elbette|peki|lütfen bağlayın|isterim|bağlayın'),
  ...list('نعم|ايوه|ايوا|اجل|حسنا|حسناً|تمام|طيب|موافق|اكيد|بالتاكيد|اوكي|ماشي'),
  ...list(
    '네|넵|예|응|그래|그래요|좋아요|좋습니다|그렇게 해주세요|부탁해요|부탁드려요|부탁드립니다|부탁합니다|연결해주세요|연결해 주세요',
  ),
])

/** May stand beside it. */
const besides = new Set([
  ...list(
    'please|pls|plz|thanks|thank you|thx|now|right now|then|a person|a human|to a person|to a human|with a person|that',
  ),
  ...list('bitte|danke|dann|jetzt|sehr|mit einem menschen|vielen dank'),
  ...list(
    "s'il vous plaît|s'il te plaît|svp|stp|merci|por favor|gracias|obrigado|obrigada|per favore|grazie|alstublieft|alsjeblieft|dank u|bedankt",
  ),
  ...list('proszę|dziękuję|пожалуйста|спасибо|lütfen|teşekkürler|من فضلك|لو سمحت|شكرا|감사합니다'),
])

/** In scripts without spaces: said as one, with what may stand around it. No word is another two in a row. */
const spaceless = [
  /^(?:嗯|好[的啊呀呢嘞]?|可以[的啊]?|行[的啊]?|是[的啊]?|对[的啊]?|對[的啊]?|要[的]?|需要|当然|當然|没问题|沒問題|同意|愿意|願意|麻[烦煩]你?您?|[请請]|[帮幫]我|[转轉]接?|[谢謝]{2}你?您?|ok|了|吧)+$/,
  /^(?:はい|ええ|うん|おねがいします|お願い(?:(?:いた)?します)?|そうし(?:ます|てください)|是非|ぜひ|もちろん|いいですね?|それで|つないでください|繋いでください|ok|了解です|ありがとうございます)+$/,
]
/** Of those, some are only polite. */
const onlyPolite = /^(?:[谢謝]{2}你?您?|[请請]|了|吧|ok了|[帮幫]我|ありがとうございます|それで)+$/

/** Most messages are longer, and need no look at what was said before them. */
export const mayBeYes = (text: string) => text.length <= MOST_CHARS

export function saysYes(text: string): boolean {
  if (!mayBeYes(text)) return false
  const said = plain(text)
    .replace(/[^\p{L}\p{M}\p{N}'\s-]+/gu, ' ')
    .trim()
  const joined = said.replace(/\s+/g, '')
  if (spaceless.some((pattern) => pattern.test(joined))) return !onlyPolite.test(joined)
  const words = said.split(/\s+/)
  let isYes = false
  for (let at = 0; at < words.length; ) {
    let count = Math.min(MOST_WORDS, words.length - at)
    const phrase = () => words.slice(at, at + count).join(' ')
    while (count > 0 && !yes.has(phrase()) && !besides.has(phrase())) count--
    if (count === 0) return false
    isYes ||= yes.has(phrase())
    at += count
  }
  return isYes
}
