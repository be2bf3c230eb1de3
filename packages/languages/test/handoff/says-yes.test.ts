/** A yes is heard in many languages; anything more than a yes is not taken for one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saysYes } from '../../src/says-yes.ts'

test('each of these says yes', () => {
  const said = [
    ...[
      'yes',
      'Yes!',
      'yes please',
      'YES, PLEASE.',
      'ok',
      'okay',
      'sure',
      'sure, connect me',
      'please do',
      'go ahead',
    ],
    ...[
      'yeah that would be great, thanks',
      'Connect me to a person, please',
      'ja',
      'Ja, bitte!',
      'ja gerne',
      'oui',
    ],
    ...[
      'Oui, s’il vous plaît',
      'd’accord',
      'sí',
      'Sí, por favor',
      'claro que sí',
      'sim, por favor',
      'sì grazie',
      'да, пожалуйста',
    ],
    ...[
      '好的',
      '好',
      '可以',
      '是的，谢谢',
      '好的，麻烦您了',
      '请帮我转接',
      'はい',
      'はい、お願いします',
      '네, 부탁드립니다',
      'evet lütfen',
      'نعم من فضلك',
    ],
  ]
  assert.deepEqual(
    said.filter((text) => !saysYes(text)),
    [],
  )
})

test('none of these does', () => {
  const said = [
    ...[
      '',
      '?',
      'no',
      'no thanks',
      'thanks',
      'please',
      'nein',
      'non merci',
      '不用',
      '不用了，谢谢',
      '谢谢',
      'いいえ',
      'not now',
    ],
    ...[
      'yes but how long does it take?',
      'ok, how do I return a parcel?',
      'sure it is late',
      'ja aber wann?',
      '好的，怎么退货？',
    ],
    ...[
      'do you ship abroad',
      'yesterday',
      'I do not want that',
      'ありがとうございます',
      `yes ${'please '.repeat(20)}`,
    ],
  ]
  assert.deepEqual(
    said.filter((text) => saysYes(text)),
    [],
  )
})
