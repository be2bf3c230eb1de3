/** Files that Excel, WPS and others saved in the encoding of their country: found out by evidence, and named. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeAs } from './legacy-text.ts'
import { readHere } from './read-here.ts'

const texts: Readonly<Record<string, string>> = {
  gb18030:
    '问题,答案\r\n如何退货？,请在七天内联系客服，我们会为您处理。\r\n你们的营业时间是什么？,周一至周五，上午九点到下午六点。\r\n',
  big5: '問題,答案\r\n如何退貨？,請在七天內聯絡客服，我們會為您處理。\r\n',
  shift_jis:
    '質問,回答\r\n返品はできますか？,はい、７日以内にご連絡ください。\r\nカードは使えますか？,はい。\r\n',
  'euc-kr': '질문,답변\r\n반품할 수 있나요?,네. 칠 일 이내에 연락해 주세요.\r\n',
  'windows-1252': 'Frage;Antwort\r\nKann ich zurückgeben?;Ja, natürlich – für 5 € Gebühr.\r\n',
  'windows-1251': 'Вопрос;Ответ\r\nКак вернуть товар?;Свяжитесь с нами в течение недели.\r\n',
  'windows-1250':
    'Pytanie;Odpowiedź\r\nCzy mogę zwrócić towar?;Tak, w ciągu siedmiu dni od otrzymania przesyłki.\r\n',
  'windows-1253': 'Ερώτηση;Απάντηση\r\nΜπορώ να επιστρέψω το προϊόν?;Ναι, μέσα σε δεκατέσσερις ημέρες.\r\n',
  'windows-1254': 'Soru;Cevap\r\nÜrünü iade edebilir miyim?;Evet, şehir dışından da on dört gün içinde.\r\n',
  'windows-1255': 'שאלה,תשובה\r\nאיך מחזירים מוצר?,אפשר להחזיר תוך שבועיים כל מוצר שלא נפתח\r\n',
  'windows-1256': 'سؤال,جواب\r\nكيف أعيد المنتج؟,يمكنك إعادة المنتج خلال أسبوعين من الشراء\r\n',
  'windows-874': 'คำถาม,คำตอบ\r\nคืนสินค้าได้ไหม,ได้ ภายในเจ็ดวันหลังจากได้รับสินค้า\r\n',
  'koi8-r': 'Вопрос;Ответ\r\nКак вернуть товар?;Свяжитесь с нами в течение недели.\r\n',
  'euc-jp': '質問,回答\r\n返品はできますか？,はい、７日以内にご連絡ください。\r\n',
  macintosh:
    'Frage;Antwort\r\nKann ich zurückgeben?;Ja, natürlich, innerhalb von vierzehn Tagen, größere Geräte später.\r\n',
}

Object.assign(texts, {
  'koi8-u':
    'Питання;Відповідь\r\nЯк повернути товар?;Напишіть нам протягом тижня, її розгляд безкоштовний.\r\n',
  'iso-8859-2': 'Pytanie;Odpowiedź\r\nJak zwrócić towar?;W ciągu 14 dni. Środki wrócą na konto.\r\n',
  'iso-8859-5': 'Вопрос;Ответ\r\nКак вернуть товар?;Свяжитесь с нами в течение недели.\r\n',
  'iso-8859-6': 'سؤال,جواب\r\nكيف أعيد المنتج؟,يمكنك إعادة المنتج خلال أسبوعين من الشراء\r\n',
  'iso-8859-7': 'Ερώτηση;Απάντηση\r\nΠότε;Άμεσα, και μέσα σε δεκατέσσερις ημέρες. Άλλο;Ναι\r\n'.replace(
    'Άλλο;',
    'Άλλο ',
  ),
  ibm866: 'Вопрос;Ответ\r\nКак вернуть товар?;Свяжитесь с нами в течение недели.\r\n',
  'x-mac-cyrillic': 'Вопрос;Ответ\rКак вернуть изделия?;Заявление пишется в течение недели.\r',
  'windows-1257':
    'Klausimas;Atsakymas\r\nKaip grąžinti prekę?;Per keturiolika dienų, pinigus grąžinsime į sąskaitą.\r\n',
  'windows-1258': 'Câu hỏi;Trả lời\r\nLàm sao để trả hàng?;Trong vòng bảy ngày, không mất phí.\r\n',
})

for (const [encoding, text] of Object.entries(texts)) {
  test(`a file in ${encoding} is read as such, and the ledger says so`, async () => {
    const written = encoding === 'windows-1258' ? tonesApart(text) : text
    const { list, ledger } = await readHere(encodeAs(encoding, written))
    const expected = (await readHere(text)).list
    assert.deepEqual(list, expected)
    assert.ok(list.length > 0)
    assert.equal(ledger?.encoding, encoding)
  })
}

/** As that encoding has them: the vowel, with its hat or horn, and the tone after it. */
function tonesApart(text: string): string {
  return text.replace(/\p{L}/gu, (letter) => {
    const [base, ...marks] = letter.normalize('NFD')
    const tones = marks.filter((mark) => '\u0300\u0301\u0303\u0309\u0323'.includes(mark))
    const others = marks.filter((mark) => !tones.includes(mark))
    return [base, ...others].join('').normalize('NFC') + tones.join('')
  })
}

test('what spreadsheets call MS-DOS is refused, and never stored as other letters', async () => {
  for (const hex of [
    '46726167653b416e74776f72740d0a5769652067726fe12069737420646965205481723f3b46817220677294e1657265205284756d652067656569676e65742c20816265722032206d20686f63682e0d0a',
    '50726567756e74613b5265737075657374610d0aa84375a06e746f2063756573746120656c20656e76a16f3f3b536f6e2035206575726f732079206c6c656761206d61a4616e612e0d0a',
    '4f74a07a6b613b4f64706f76d8d40d0a4a616b206d6f6875207672a0746974207a626fa7a13f3b5679706ce5746520666f726d756ca0fd20646f209f74726ea063746920646e852e0d0a',
  ]) {
    const { list, reason } = await readHere(Buffer.from(hex, 'hex'))
    assert.deepEqual(list, [])
    assert.match(reason ?? '', /in no encoding that is known here; save the file again, text as UTF-8/)
  }
})

test('letters of one encoding are not taken for signs inside the words of another', async () => {
  for (const [encoding, text] of [
    [
      'macintosh',
      'Frage;Antwort\nWie groß ist die Tür?;Die Tür ist 2 m hoch und für größere Räume geeignet.\n',
    ],
    ['macintosh', 'Frage;Antwort\nÖffnungszeiten?;9 bis 17 Uhr, für Gäste länger\n'],
    ['macintosh', 'Pregunta;Respuesta\n¿Dónde están?;En Málaga, junto al río, todas las mañanas.\n'],
    ['macintosh', 'Question;Réponse\nOù êtes-vous situés ?;À Orléans, près du château, été comme à Noël.\n'],
    [
      'iso-8859-2',
      'Otázka;Odpověď\nKolik stojí doprava?;Devadesát korun, při větší objednávce zdarma. Šetříme čas.\n',
    ],
    [
      'windows-1250',
      'Kérdés;Válasz\nMennyibe kerül?;A küldés ezer forint, a bővítés külön díjért kérhető.\n',
    ],
    ['windows-1252', 'question;answer\nDon’t you ship?;We don’t ship to the café in Zürich.\n'],
    ['windows-1252', 'question;answer\nWhat’s that?;It’s “free” – that isn’t much.\n'],
    ['windows-1252', 'question;answer\nI’m not sure if it is good?;You can’t be wrong. That’s it.\n'],
    ['macintosh', 'Frage;Antwort\nÖffnungszeiten?;9 bis 17 Uhr\n'],
    ['iso-8859-15', "Question;Réponse\nÇa coûte combien ?;C'est gratuit dès 50 €.\n"],
    ['gb18030', '問題,答案\n如何退貨？,七天內可以退貨。\n發票怎麼開？,確認收貨後自動開立。\n'],
    ['ibm866', 'question;answer\nСколько стоит доставка?;Триста рублей по Москве.\n'],
    ['windows-874', 'คำถาม,คำตอบ\nค่าส่งเท่าไหร่,ห้าสิบบาท\n'],
  ] as const) {
    const { list, ledger } = await readHere(encodeAs(encoding, text))
    assert.equal(ledger?.encoding, encoding, text)
    assert.deepEqual(list, (await readHere(text)).list)
  }
})

test('the encoding of old Japanese mails is read, and never stored as its signs', async () => {
  const hex =
    '1b24423c414c641b28422c1b24423273457a1b28420a1b24424a56494a2447242d245e2439242b21291b28422c1b2442244f24241b28420a'
  const { list, ledger } = await readHere(Buffer.from(hex, 'hex'))
  assert.equal(ledger?.encoding, 'iso-2022-jp')
  assert.equal(list.length, 1)
  assert.match(list[0]?.[1] ?? '', /^はい$/)
})

test('bytes that are no text are refused, whatever letters they would read as', async () => {
  let seed = 7
  const next = () => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    return seed >> 16
  }
  const noise = (length: number) => Buffer.from(Array.from({ length }, next))
  for (const bytes of [
    noise(10_000),
    noise(300_000),
    Buffer.concat([Buffer.from('ID3\x03\0\0\0\0'), noise(30_000)]),
    Buffer.concat([Buffer.from('question,answer\nA?,B\n'), noise(5_000)]),
  ]) {
    const { list, reason } = await readHere(bytes)
    assert.deepEqual(list, [])
    assert.match(reason ?? '', /damaged, or text in no encoding that is known/)
  }
})

test('a few words without a header are enough to tell', async () => {
  for (const [encoding, text] of [
    ['gb18030', '能退货吗,可以\n'],
    ['big5', '可以退貨嗎,可以的\n'],
    ['shift_jis', '送料は?,無料です\n'],
    ['euc-kr', '배송비는?,무료입니다\n'],
    ['windows-1252', 'Où?,Là-bas, à côté\n'.replace(', à', ' à')],
    ['windows-1252', 'Größe?,Groß\n'],
    ['windows-1252', '¿Cuándo abre?,Mañana\n'],
    ['windows-1252', 'Qual é o preço?,Não há preço\n'],
    ['windows-1251', 'Где?,Здесь\n'],
    ['windows-1250', 'Ile kosztuje?,Dwa złote\n'],
    ['windows-1252', 'Et le cœur?,Il bat déjà\n'],
  ] as const) {
    const { list, ledger } = await readHere(encodeAs(encoding, text))
    assert.equal(ledger?.encoding, encoding, text)
    assert.deepEqual(list, [text.trim().split(',')])
  }
})

test('byte order marks are taken off, in UTF-8 and in both kinds of UTF-16', async () => {
  const text = 'question;answer\r\nGröße?;Groß 大\r\n'
  for (const bytes of [
    Buffer.from(`\uFEFF${text}`),
    encodeAs('utf-16le', `\uFEFF${text}`),
    encodeAs('utf-16be', `\uFEFF${text}`),
  ]) {
    const { list, ledger } = await readHere(bytes)
    assert.deepEqual(list, [['Größe?', 'Groß 大']])
    assert.equal(ledger?.question_column, 'question')
  }
})

test('UTF-16 without a mark, as some exports write it, is seen by its zeros', async () => {
  const { list, ledger } = await readHere(encodeAs('utf-16le', 'question\tanswer\r\nA?\tB\r\n'))
  assert.deepEqual(list, [['A?', 'B']])
  assert.equal(ledger?.encoding, 'utf-16le')
})

test('UTF-16 without a mark is seen in Chinese too, where hardly a byte is zero', async () => {
  const text = '问题,答案\r\n营业时间是几点？,早上九点到晚上六点，周日休息。\r\n'
  for (const encoding of ['utf-16le', 'utf-16be']) {
    const { list, ledger } = await readHere(encodeAs(encoding, text))
    assert.deepEqual(list, [['营业时间是几点？', '早上九点到晚上六点，周日休息。']])
    assert.equal(ledger?.encoding, encoding)
  }
})

test('a text in no encoding that makes sense fails with what to do, and is never stored as nonsense', async () => {
  const bytes = Buffer.from([...Buffer.from('question,answer\nA?,b '), 0x81, 0x20, 0x8d, 0x20, 0x9d, 0x0a])
  assert.match(
    (await readHere(bytes)).reason ?? '',
    /no encoding that is known here; save the file again, text as UTF-8/,
  )
})

test('UTF-8 damaged in one place stays UTF-8: that row is rejected, the others are whole', async () => {
  const good = 'Größe, Maß und Länge für Köln?;Für Grüße größer\n'.repeat(1).replace(';', '|')
  const rows = Array.from({ length: 20 }, (_, n) => good.replace('Größe', `Größe ${n}`)).join('')
  const bytes = Buffer.concat([
    Buffer.from(`question|answer\n${rows}x`),
    Buffer.from([0xc3]),
    Buffer.from('y|z\n'),
  ])
  const { list, ledger } = await readHere(bytes, { splitter: '|' })
  assert.equal(list.length, 20)
  assert.ok(list.every(([question]) => question.includes('Maß')))
  assert.equal(ledger?.encoding, 'utf-8')
  assert.deepEqual(
    ledger?.rejections.map(({ row, reason }) => [row, reason]),
    [[22, 'the cell holds bytes that are not UTF-8']],
  )
})

test('a file saved again by a spreadsheet gives the same pairs as before, however it was saved', async () => {
  const rows = [
    ['question', 'answer'],
    ['Größe?', 'Groß, "XL"\nund größer'],
    ['Preis?', '5 €; 6 €'],
  ]
  const save = (delimiter: string, end: string) =>
    rows
      .map((cells) =>
        cells
          .map((cell) => (/[",;\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
          .join(delimiter),
      )
      .join(end)
  const expected = rows.slice(1)
  for (const bytes of [
    Buffer.from(save(',', '\n')),
    Buffer.from(`\uFEFF${save(';', '\r\n')}\r\n`),
    encodeAs('windows-1252', `${save(';', '\r\n')}\r\n;\r\n;\r\n`),
    encodeAs('utf-16le', `\uFEFF${save('\t', '\r\n')}`),
    Buffer.from(`sep=;\r\n${save(';', '\r\n')}`),
  ]) {
    assert.deepEqual((await readHere(bytes)).list, expected)
  }
})
