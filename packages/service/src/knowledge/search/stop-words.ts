/**
 * Words that say little about what a question is after. They are not dropped (a question may consist of nothing else),
 * they only weigh less. Written as they stand after `normalise`, without apostrophes, before stemming.
 */
const lists = [
  // English
  'a about all am an and any are as at be been being but by can cant could did didnt do does doesnt doing dont for from get go got had has have having hello hey hi how i id if ill im in into is isnt it its ive just know let like may me might much my need no not of on or our out please pls plz shall should so some tell than thank thanks that the their them then there these they this those to too u up us very want was we were what whats when where which while who why will with would you your',
  // German
  'aber als am an auch auf aus bei bin bitte bist da das dass dem den der des die dies diese dieser doch du durch ein eine einem einen einer eines er es fur habe haben hat ich ihr im in ist ja kann kein keine konnen man mein meine mich mir mit muss nach nicht noch nur oder schon sein sich sie sind so um und uns unser von vor wann war warum was wenn wer werden wie wieso wird wo zu zum zur',
  // Spanish
  'al como con cual cuales cuando de del donde el ella ellos en era es esa ese eso esta este esto hay la las le les lo los mas me mi mis muy no nos para pero por porque puedo puede que quien se si sin sobre son su sus tengo tiene tu un una uno y ya yo',
  // French
  'ai au aux avec avez ce ces cette comment dans de des du elle en est et etes eux il ils je la le les leur lui ma mais me mes mon ne nos notre nous on ou par pas peut peux pour pourquoi qu quand que quel quelle qui sa se ses si son sont sur ta te tes toi ton tu un une vos votre vous y',
  // Portuguese
  'ao aos as com como da das de do dos e ela ele em essa esse esta este eu foi isso ja mais mas me meu minha muito na nas nao no nos o onde os ou para pela pelo por posso pode qual quais quando que quem se sem seu sua tem tenho um uma voce',
  // Chinese and Japanese, by character and in twos, as the analyser has them
  '的 了 是 在 有 和 与 吗 呢 吧 啊 我 你 您 他 她 它 们 这 那 哪 什 么 什么 怎 怎么 如 何 如何 多少 谁 哪些 哪个 为什 为 请 可 以 可以 一个 何 は何 何で 何を 誰 誰が 誰で',
  // Korean, whole and in twos of syllables
  '어떻게 어떻 떻게 싶어요 싶어 어요 싶습니다 싶습 습니 니다 있나요 있나 나요 있어요 있어 하나요 하나 하고 인가요 인가 가요 가능한가요 한가 무엇이 무엇 엇이 뭐 얼마 얼마인가요 마인 알고 알려 알려주세요 주세요 주세 세요 해주세요 되나요 되나 할 수 어디 어디서 언제 왜 저는 제가 그리고 있는 없는',
]

export const stopWords: ReadonlySet<string> = new Set(lists.flatMap((list) => list.split(' ')))
