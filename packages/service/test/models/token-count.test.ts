/** Tokens are counted exactly in ordinary text, and in time that grows with the text in any other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { tokensIn } from '../../src/models/token-count.ts'

const TEXTS = [
  '',
  'How long does shipping take? About three working days, sometimes four.\n\n- By post\n- By courier',
  '我们提供七天无理由退货服务。请联系客服，并准备好您的订单号。'.repeat(20),
  'จัดส่งภายในสามวันทำการหลังจากได้รับการชำระเงิน ',
  'Price: 1234567890123456789,00 € <|endoftext|> and <|im_start|> are ordinary words here.',
  `${'=-'.repeat(30)}\n${' '.repeat(100)}x`,
]

test('ordinary text is counted as the encoding has it, special tokens written in it included', () => {
  for (const text of TEXTS)
    assert.equal(tokensIn(text), countTokens(text, { disallowedSpecial: new Set() }), text)
})

test('a run without a break is counted in pieces, off by two tokens for each cut at most', () => {
  for (const run of ['x', 'ab', '漢字', ' ', '\n', '!?', '😀'])
    for (const [before, after] of [
      ['', ''],
      ['Look: ', ' there.'],
    ] as const) {
      const text = `${before}${run.repeat(600)}${after}`
      const exact = countTokens(text)
      const counted = tokensIn(text)
      assert.ok(
        Math.abs(counted - exact) <= (2 * text.length) / 128 + 2,
        `${run}: ${counted}, exactly ${exact}`,
      )
    }
})

test('ten times the run is counted in pieces as small as before, so that no text takes time by its square', () => {
  // Exactly linear is the proof: merged as a whole, longer runs of one letter make fewer tokens by the letter.
  for (const unit of ['x', '漢', '!'])
    assert.equal(tokensIn(unit.repeat(12_800)), 10 * tokensIn(unit.repeat(1280)))
})

test('what is too long to be counted as a whole is taken to be like its beginning', () => {
  const counted = tokensIn('hello '.repeat(50_000))
  assert.ok(Math.abs(counted - 50_000) < 100, String(counted))
})
