/** Whether a user who was offered questions says that none of them is meant, and nothing else. */
import { normalise } from './normalise.ts'

/** A longer text says more than no. */
const MOST_CHARS = 40

/** May stand around a number or a "none", and say nothing by themselves. */
export const aroundWords = words(
  'the number no nr option choice question one please answer that it is i mean take of them ' +
    'die das der den nummer option frage bitte ich meine ' +
    'la el lo numero opcion pregunta por favor ' +
    'le numero option question sil vous plait ' +
    'a o numero opcao pergunta por favor ' +
    'il la domanda opzione per favore ' +
    'de het optie vraag номер вариант вопрос',
)
export const ofTheseWords = words(
  'of these those them davon diese dieser von ihnen de ces ceux ceci estos esas di questi van из этих z tych',
)
const none = words(
  'none neither nothing nope no nein keine keins keines keiner non aucun aucune ninguno ninguna nenhum nenhuma não nao nessuno nessuna geen nee нет ничего никакой nie zadne zaden hayir hicbiri لا 都不是 不是 没有 どれでもない いいえ 違います 아니요 아니오',
)

export function saysNo(text: string): boolean {
  if (text.length > MOST_CHARS) return false
  const said = normalise(text)
    .replace(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim()
    .split(' ')
  return (
    said.some((word) => none.has(word)) &&
    said.every((word) => none.has(word) || ofTheseWords.has(word) || aroundWords.has(word))
  )
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
