// Plain text without marks: names over lists and tables, questions on lines of their own, and a line for each paragraph.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertChecked } from './documents.ts'

const list = async (text: string) =>
  (await convertChecked(text, 'a.txt')).pairs.map(({ question, answer }) => [question, answer])

describe('text with a line for each paragraph', () => {
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
