// Plain text and Markdown: numbered clauses, paragraphs of answers, tables of contents.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertChecked } from './documents.ts'

async function asked(text: string, fileName = 'a.txt'): Promise<[string, string][]> {
  const { pairs } = await convertChecked(text, fileName)
  return pairs.map(({ question, answer }) => [question, answer])
}

const questions = async (text: string, fileName = 'a.txt') =>
  (await asked(text, fileName)).map(([question]) => question)

describe('numbered headings without blank lines', () => {
  const TERMS =
    'TERMS OF SALE\n\n1. DEFINITIONS\n1.1 "Goods" means the things sold.\n1.2 "Buyer" means who buys them.\n\n2. PAYMENT\n2.1 Payment is due within thirty days.\n    (a) Advance payment may be asked for.\n2.2 Interest is 8%.\n\nSCHEDULE A\nPumps, valves and seals.\n'
  it('a number over clauses with numbers of their own is a heading', async () => {
    assert.deepEqual(await asked(TERMS), [
      ['TERMS OF SALE: DEFINITIONS', '1.1 "Goods" means the things sold.\n1.2 "Buyer" means who buys them.'],
      [
        'TERMS OF SALE: PAYMENT',
        '2.1 Payment is due within thirty days.\n(a) Advance payment may be asked for.\n2.2 Interest is 8%.',
      ],
      ['SCHEDULE A', 'Pumps, valves and seals.'],
    ])
  })

  it('names with decimals over a line of text each are headings and headings below them', async () => {
    const policy =
      'Security policy\nVersion 3.2\n\n1 Purpose\nIt protects the company.\n\n2 Passwords\n2.1 Length\nAt least 14 characters.\n2.2 Sharing\nPasswords are never shared.\n\n3 Reporting incidents\nCall 4444 within an hour.\n'
    assert.deepEqual(await asked(policy), [
      ['Security policy Version 3.2', 'Security policy\nVersion 3.2'],
      ['Purpose', 'It protects the company.'],
      ['Passwords: Length', 'At least 14 characters.'],
      ['Passwords: Sharing', 'Passwords are never shared.'],
      ['Reporting incidents', 'Call 4444 within an hour.'],
    ])
  })

  it('Chinese numbering has its ranks, and a section after the last answer is none of it', async () => {
    const text =
      '售后服务手册\n\n一、退换货政策\n七天内可无理由退货。\n\n二、保修\n（一）保修期限\n手机保修一年。\n（二）不保修的情况\n1、人为损坏；\n2、进水。\n\n三、常见问题\n问：如何查询物流？\n答：在“我的订单”中查看。\n\n四、联系我们\n电话：400-123-4567\n'
    assert.deepEqual(await asked(text), [
      ['退换货政策', '七天内可无理由退货。'],
      ['保修：保修期限', '手机保修一年。'],
      ['保修：不保修的情况', '1、人为损坏；\n2、进水。'],
      ['如何查询物流？', '在“我的订单”中查看。'],
      ['售后服务手册：联系我们', '电话：400-123-4567'],
    ])
  })

  it('chapters and articles on lines of their own', async () => {
    const text =
      '第一章 总则\n第一条 为了规范管理，制定本办法。\n第二条 本办法适用于全体员工。\n第二章 考勤\n第三条 工作时间为九点至六点。\n'
    assert.deepEqual(await asked(text), [
      ['第一章 总则', '第一条 为了规范管理，制定本办法。\n第二条 本办法适用于全体员工。'],
      ['第二章 考勤', '第三条 工作时间为九点至六点。'],
    ])
  })

  it('steps and shopping lists are no headings, nor is a line that happens to begin with a number', async () => {
    const steps =
      'How to change the filter\n\n1. Switch the pump off and wait until the\n   wheel stands still\n2. Open the lid\n3. Rinse the filter\n\nThen wait.\n'
    assert.deepEqual(await questions(steps), ['How to change the filter'])
    const wrapped =
      'The house was built in the year in which the old bridge fell down, and\n14 years later the second floor was added to it by the new owner of the\n3 mills that stood beside the river until the great flood came.\n'
    assert.equal((await asked(wrapped)).length, 1)
  })
})

describe('paragraphs', () => {
  it('paragraphs of an answer stay in it, and an address is no section', async () => {
    const text =
      'Q: Where are you?\nA: Come to this place:\n\nHarbour Hotel\nQuay 1\n5003 Bergen\n\nSecond floor\n\nThe lift is on the left.\n\nQ: When?\nA: At nine.\n'
    const [[, answer] = []] = await asked(text)
    assert.match(
      answer ?? '',
      /Harbour Hotel\nQuay 1\n5003 Bergen\n\nSecond floor\n\nThe lift is on the left\.$/,
    )
  })

  it('signs and numbers before a question are none of its words', async () => {
    const text =
      '+ Can I change it?\nUntil Friday.\n\n-What if it rains?\nCome later.\n\n1.1、Is it free?\nYes.\n'
    assert.deepEqual(await questions(text), ['Can I change it?', 'What if it rains?', 'Is it free?'])
  })

  it('a table of contents is left out and said', async () => {
    const text =
      'Contents\n\nPasswords ........ 2\nDevices .......... 3\n\nPASSWORDS\n\nFourteen signs.\n\nDEVICES\n\nEncrypt disks.\n'
    const { pairs, warnings } = await convertChecked(text, 'a.txt')
    assert.doesNotMatch(JSON.stringify(pairs), /\.\.\./)
    assert.match(warnings.join(), /table of contents was left out/)
  })
})
