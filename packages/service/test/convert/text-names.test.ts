// Plain text without marks: names over lists and tables, questions on lines of their own, and a line for each paragraph.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertChecked } from './documents.ts'

const list = async (text: string) =>
  (await convertChecked(text, 'a.txt')).pairs.map(({ question, answer }) => [question, answer])

const HOTEL = `Hotel guide

Check-in

- from 15:00 on every day
- bring your passport

Parking

Room\tPrice
Garage\t20 euros
Yard\t5 euros

Can I bring my dog?

Yes, for 10 euros a night.

Location

We are beside the main station of Bonn.
`

describe('a name alone on its line', () => {
  it('is asked for the list, the table or the sentence below it', async () => {
    const found = new Map((await list(HOTEL)).map(([question, answer]) => [question!, answer!]))
    const under = (name: string) => [...found].find(([question]) => question.endsWith(name))?.[1]
    assert.equal(under('Check-in'), '- from 15:00 on every day\n- bring your passport')
    assert.match(under('Parking')!, /^Room +Price\nGarage +20 euros\nYard +5 euros$/)
    assert.equal(under('Location'), 'We are beside the main station of Bonn.')
  })

  it('as a question, among others that name, is answered by what follows', async () => {
    const found = await list(HOTEL)
    assert.deepEqual(
      found.filter(([question]) => question === 'Can I bring my dog?'),
      [['Can I bring my dog?', 'Yes, for 10 euros a night.']],
    )
  })
})

describe('text with a line for each paragraph', () => {
  it('keeps names and questions apart from the paragraph before', async () => {
    const text = `Returns
You can return any item within 14 days of delivery. Items must be unused.
Refunds
Refunds are paid to the original payment method within 5 working days.
Who pays for the return?
We pay for returns inside Germany. Abroad you pay yourself.
Contact
Mail us at help@acme.example.
`
    const lines = text.trim().split('\n')
    assert.deepEqual(
      await list(text),
      [0, 2, 4, 6].map((at) => [lines[at], lines[at + 1]]),
    )
    assert.deepEqual(await list(text.replaceAll('\n', '\r\n')), await list(text))
  })

  it('of questions and answers is read by turns', async () => {
    const lines = [
      'How do I cancel my subscription?',
      'Go to Settings and click Cancel. Your access lasts until the end of the month.',
      'Do I get my money back?',
      'Yes, within 30 days of purchase.',
      'What payment methods do you take?',
      'Visa, Mastercard and PayPal.',
    ]
    assert.deepEqual(
      await list(lines.join('\n')),
      [0, 2, 4].map((at) => [lines[at], lines[at + 1]]),
    )
  })

  it('is not seen where lines were broken for their width', async () => {
    const text = `The museum opens at ten and closes at six on every day
but Monday, when it is closed.
Tickets cost 12 euros for adults and 6 euros for children,
and are sold at the desk until five.
Dogs stay outside. There are
lockers for bags and coats on the ground floor.`
    assert.match((await convertChecked(text, 'a.txt')).text, /six on every day but Monday/)
  })
})

describe('lists under their line', () => {
  it('belong to the heading above a sentence that announces them', async () => {
    const text = `PRIVACY POLICY

1. WHAT WE COLLECT

We collect the following:
(a) your name;
(b) your order history.

2. HOW LONG WE KEEP IT

We keep it for 10 years.
`
    const found = await list(text)
    const collect = found.find(([question]) => question!.endsWith('WHAT WE COLLECT'))
    assert.match(
      collect?.[1] ?? '',
      /^We collect the following:\s+\(a\) your name;\s+\(b\) your order history\.$/,
    )
    assert.ok(
      found.some(([question, answer]) => /HOW LONG/.test(question!) && answer === 'We keep it for 10 years.'),
    )
  })

  it('make a heading of the numbered line they are set in under', async () => {
    const text = `Notes

1. Budget
   - Anna presented the plan.
   - No hiring until June.
2. Office move
   - The new address is Main Street 5.
`
    const found = await list(text)
    const under = (name: string) => found.find(([question]) => question!.endsWith(name))?.[1]
    assert.equal(under('Budget'), '- Anna presented the plan.\n- No hiring until June.')
    assert.equal(under('Office move'), '- The new address is Main Street 5.')
  })
})

describe('subtitles', () => {
  it('are read without their times, by who speaks', async () => {
    const cue = (at: number, text: string) => `00:00:0${at}.000 --> 00:00:0${at + 1}.000\n${text}`
    const vtt = [
      'WEBVTT',
      cue(1, '<v Anna>Refunds take'),
      cue(2, '<v Anna>five days.'),
      cue(3, '<v Ben>Thank you.'),
    ]
    const { text, warnings } = await convertChecked(`${vtt.join('\n\n')}\n`, 'a.vtt')
    assert.equal(text, 'Anna: Refunds take five days.\n\nBen: Thank you.')
    assert.deepEqual(warnings, ['The times of 3 subtitles were left out.'])
    const srt = [1, 2]
      .map((at) => `${at}\n00:00:0${at},000 --> 00:00:0${at + 1},000\nPart ${at} of it.`)
      .join('\n\n')
    assert.equal((await convertChecked(srt, 'a.srt')).text, 'Part 1 of it. Part 2 of it.')
  })
})
