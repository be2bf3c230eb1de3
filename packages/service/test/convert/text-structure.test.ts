// Plain text and Markdown: numbered clauses, names over their text, names in bold, and records of conversations.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertChecked, pairOf } from './documents.ts'

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
    assert.deepEqual((await asked(TERMS, 'a.md')).slice(0, 2), (await asked(TERMS)).slice(0, 2))
  })

  it('names with decimals over a line of text each are headings and headings below them', async () => {
    const policy =
      'Security policy\nVersion 3.2\n\n1 Purpose\nIt protects the company.\n\n2 Passwords\n2.1 Length\nAt least 14 characters.\n2.2 Sharing\nPasswords are never shared.\n\n3 Reporting incidents\nCall 4444 within an hour.\n'
    assert.deepEqual(await asked(policy), [
      ['Security policy', 'Version 3.2'],
      ['Security policy: Purpose', 'It protects the company.'],
      ['Passwords: Length', 'At least 14 characters.'],
      ['Passwords: Sharing', 'Passwords are never shared.'],
      ['Security policy: Reporting incidents', 'Call 4444 within an hour.'],
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

  it('chapters and articles on lines of their own, in TXT and in Markdown without marks', async () => {
    const text =
      '第一章 总则\n第一条 为了规范管理，制定本办法。\n第二条 本办法适用于全体员工。\n第二章 考勤\n第三条 工作时间为九点至六点。\n'
    for (const name of ['a.txt', 'a.md'])
      assert.deepEqual(await asked(text, name), [
        ['第一章 总则', '第一条 为了规范管理，制定本办法。\n\n第二条 本办法适用于全体员工。'],
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

describe('names over their text', () => {
  it('a section after the last answer is none of it', async () => {
    const text =
      'Q: Can I pay by card?\nA: Yes, by Visa.\n\nQ: Do you offer invoices?\nA: Only for companies.\n\nWarranty\nAll products carry a two year warranty.\n\nOpening hours\n\nMonday to Friday from nine to five. Closed on holidays.\n'
    assert.deepEqual(await asked(text), [
      ['Can I pay by card?', 'Yes, by Visa.'],
      ['Do you offer invoices?', 'Only for companies.'],
      ['Warranty', 'All products carry a two year warranty.'],
      ['Opening hours', 'Monday to Friday from nine to five. Closed on holidays.'],
    ])
  })

  it('the same where sentences have no end marks', async () => {
    const text =
      'ถาม: ค่าจัดส่งเท่าไหร่\nตอบ: 50 บาททั่วประเทศ\n\nการรับประกัน\nสินค้าทุกชิ้นรับประกัน 1 ปี ยกเว้นแบตเตอรี่ 6 เดือน\n'
    assert.equal((await asked(text)).length, 2)
  })

  it('a name over the next question ends the answer before', async () => {
    const text = 'Q: Who pays?\nA: You do.\n\nDelivery\n\nQ: When does it come?\nA: On Monday.\n'
    assert.deepEqual(await asked(text), [
      ['Who pays?', 'You do.'],
      ['When does it come?', 'On Monday.'],
    ])
  })

  it('paragraphs of an answer stay in it, and an address is no section', async () => {
    const text =
      'Q: Where are you?\nA: Come to this place:\n\nHarbour Hotel\nQuay 1\n5003 Bergen\n\nSecond floor\n\nThe lift is on the left.\n\nQ: When?\nA: At nine.\n'
    const [[, answer] = []] = await asked(text)
    assert.match(
      answer ?? '',
      /Harbour Hotel\nQuay 1\n5003 Bergen\n\nSecond floor\n\nThe lift is on the left\.$/,
    )
  })

  it('a table of contents is left out and said', async () => {
    const text =
      'Contents\n\nPasswords ........ 2\nDevices .......... 3\n\nPASSWORDS\n\nFourteen signs.\n\nDEVICES\n\nEncrypt disks.\n'
    const { pairs, warnings } = await convertChecked(text, 'a.txt')
    assert.doesNotMatch(JSON.stringify(pairs), /\.\.\./)
    assert.match(warnings.join(), /table of contents was left out/)
  })
})

describe('names in bold', () => {
  const GUEST =
    '# Guest information\n\nWelcome to the house.\n\n- **Check-in:** from 15:00.\n- **Check-out:** until 11:00.\n- **Pets:** for 15 euros.\n\n**Parking** is free.\n'
  it('several items or paragraphs that begin with their name in bold are a pair each', async () => {
    assert.deepEqual(await asked(GUEST, 'a.md'), [
      ['Guest information', 'Welcome to the house.'],
      ['Guest information: Check-in', 'Check-in: from 15:00.'],
      ['Guest information: Check-out', 'Check-out: until 11:00.'],
      ['Guest information: Pets', 'Pets: for 15 euros.'],
      ['Guest information: Parking', 'Parking is free.'],
    ])
    const html =
      '<html><body><h1>Words</h1><p><b>Base</b> – a set of documents.</p><p><b>Pair</b> – a question and its answer.</p><p><b>Key.</b> A secret.</p></body></html>'
    assert.deepEqual(await questions(html, 'a.html'), ['Words: Base', 'Words: Pair', 'Words: Key'])
  })

  it('steps stay together, and so do remarks and a word in bold here and there', async () => {
    const steps = '# Filter\n\n1. **Open.** Turn left.\n2. **Rinse.** Use water.\n3. **Close.** Turn right.\n'
    assert.equal((await asked(steps, 'a.md')).length, 1)
    const remarks = '# Filter\n\n**Note:** One.\n\n**Warning:** Two.\n\n**Tip:** Three.\n\n**Water:** Four.\n'
    assert.equal((await asked(remarks, 'a.md')).length, 1)
  })
})

describe('records of conversations', () => {
  const CHATS: Record<string, string> = {
    'with the time in brackets':
      '[03/03/2025, 10:12:11] Customer: Do you deliver on Saturday?\n[03/03/2025, 10:13:02] Shop: Yes, until two.\nIt is free for members.\n[03/03/2025, 10:14:00] Customer: thanks\n',
    'with the seconds since it began':
      'Chat started: Monday\n( 12s ) Visitor: Do you deliver on Saturday?\n( 1m 02s ) Anna: Yes, until two.\nIt is free for members.\n( 1m 30s ) Visitor: thanks\n',
    'with name and time over each message':
      'Bo  10:12 AM\nDo you deliver on Saturday?\nAnna  10:13 AM\nYes, until two.\nIt is free for members.\nBo  10:15 AM\nthanks\n',
    'with roles alone':
      'Customer: Do you deliver on Saturday?\nAgent: Yes, until two.\nIt is free for members.\nCustomer: thanks\n',
  }
  it('what was asked and answered is a pair, the rest is listed', async () => {
    for (const [name, text] of Object.entries(CHATS)) {
      const { pairs, warnings } = await convertChecked(text, 'chat.txt')
      assert.deepEqual(
        pairs.map(({ question, answer }) => [question, answer]),
        [['Do you deliver on Saturday?', 'Yes, until two.\nIt is free for members.']],
        name,
      )
      assert.match(warnings.join(), /neither ask nor answer were left out: .*“thanks”/, name)
    }
  })

  it('a counter-question is no answer: that comes after it', async () => {
    const text =
      '10:12 Visitor: my invoice shows the wrong number\n10:13 Anna: Which invoice is it?\n10:14 Visitor: INV-31\n10:15 Anna: You can change it under Billing.\n'
    assert.deepEqual(await asked(text), [
      ['my invoice shows the wrong number', 'You can change it under Billing.'],
    ])
  })

  it('one without any answer is refused with the reason; a timetable is none', async () => {
    const chat = '[10:12] Ann: hi\n[10:13] Bo: hello\n[10:14] Ann: bye\n[10:15] Bo: bye\n'
    await assert.rejects(convertChecked(chat, 'a.txt'), /record of a conversation/)
    const timetable =
      'Our day\n\n09:00 Opening: in the hall\n10:00 Workshop: rooms 1 to 4\n12:00 Lunch: outside\n'
    assert.match(pairOf(await convertChecked(timetable, 'a.txt'), 'Our day').answer, /10:00 Workshop/)
  })
})
