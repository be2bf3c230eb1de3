// Workbooks, and lists in encodings other than UTF-8.
import { encodeAs } from '../legacy-text.ts'
import { makeXlsx, type SheetPart } from '../make-xlsx.ts'

const sheet = (rows: SheetPart['rows'], more: Partial<SheetPart> = {}) =>
  makeXlsx([{ name: 'FAQ', rows, ...more }])

export const tables: Readonly<Record<string, () => Uint8Array>> = {
  'russian-names.xlsx': () =>
    sheet([
      ['№', 'Раздел', 'Вопрос клиента', 'Что отвечаем'],
      [1, 'Общее', 'Где находится музей?', 'На площади, рядом с вокзалом.'],
      [2, 'Общее', 'Можно ли прийти с собакой?', 'Нет, только с собакой-поводырём.'],
    ]),
  'chinese-category.xlsx': () =>
    sheet([
      ['大類', '問題小類', '標題', '內容'],
      ['票務', '退票問題', '假日可以退票嗎？', '可以，請於開演前兩天辦理。'],
      ['場地', '交通問題', '停車場在哪裡？', '在大樓的地下二樓。'],
      ['場地', '入場問題', '可以帶寵物入場嗎？', '不可以，導盲犬除外。'],
    ]),
  'several-sheets.xlsx': () =>
    makeXlsx([
      { name: 'Cover', rows: [['Questions of our members'], ['Version', '7']] },
      {
        name: 'Members',
        rows: [
          ['Question', 'Answer'],
          ['How do I join?', 'Fill in the form.'],
          ['Can I leave?', 'At the end of each month.'],
        ],
      },
      {
        name: 'Lessons',
        rows: [
          ['Antwort', 'Frage'],
          ['Ten euros.', 'What does a lesson cost?'],
        ],
      },
      {
        name: 'Summary',
        rows: [
          ['Sheet', 'What is in it?'],
          ['Members', 'Two questions that new members ask most often.'],
          ['Lessons', 'One question about what the lessons cost.'],
        ],
      },
      {
        name: 'Old',
        rows: [
          ['Question', 'Answer'],
          ['Is it old?', 'Yes.'],
        ],
        state: 'hidden',
      },
    ]),
  'titles-above-the-header.xlsx': () =>
    sheet([
      [],
      [null, 'All about the hostel'],
      [null, 'as of May'],
      [null, 'Question', 'Answer'],
      [null, 'Is there a lift?', 'Yes, beside the stairs.'],
      [null, 'Is it quiet?', 'After ten, yes.'],
    ]),
  'merged-answers.xlsx': () =>
    sheet(
      [
        ['Question', 'Answer'],
        ['How do I pay?', 'By card.'],
        ['Which cards do you take?', null],
        ['Is there a fee?', 'No.'],
      ],
      { merges: ['B2:B3'] },
    ),
  'shown-numbers.xlsx': () =>
    sheet([
      ['Question', 'Answer'],
      ['What is the rate?', { number: 0.19, style: 3 }],
      ['What does it cost?', { number: 1234.5, style: 4 }],
      ['Which postcode?', { number: 1069, style: 5 }],
      ['What is missing?', { xml: (place) => `<c r="${place}" t="e"><v>#REF!</v></c>` }],
      ['What is the sum?', { xml: (place) => `<c r="${place}"><f>1+1</f></c>` }],
    ]),
  'utf-16-with-a-title.csv': () =>
    encodeAs('utf-16le', '\ufeffUnsere Fragen\t\r\nFrage\tAntwort\r\nGröße?\tGroß; sehr\r\nFarbe?\tGrün\r\n'),
  'shift-jis.csv': () =>
    encodeAs(
      'shift_jis',
      '質問,回答\n送料はいくらですか？,全国一律五百円です。\n返品できますか？,到着後七日以内なら可能です。\n',
    ),
}
