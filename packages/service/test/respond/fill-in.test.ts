/** Placeholders in texts: filled from the user's properties, with other words or nothing where there is no value. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillIn } from '../../src/answering/compose/fill-in.ts'

const known = new Map([
  ['plan', 'gold'],
  ['name', 'Ann'],
  ['last order', '4711'],
  ['会员等级', '黄金'],
  ['blank', '  '],
  ['lines', 'one\n# two\r\n\tthree'],
  ['sly', '{{user.plan}} {{user.name}}'],
  ['money', '$1 $& $`'],
])

for (const [text, expected] of [
  ['You have the {{user.plan}} plan.', 'You have the gold plan.'],
  ['{{user.name}}, you have {{user.plan}}.', 'Ann, you have gold.'],
  ['Order {{user.last order}} {{user. plan }}', 'Order 4711 gold'],
  ['您的等级是{{user.会员等级}}。', '您的等级是黄金。'],
  ['Hello {{user.nick|there}}!', 'Hello there!'],
  ['Hello {{user.name|there}}!', 'Hello Ann!'],
  ['Hello {{user.blank|there}}!', 'Hello there!'],
  ['Hello {{user.nick}}, welcome.', 'Hello, welcome.'],
  ['Hello {{user.nick}}', 'Hello'],
  ['Hello {{user.nick}}\nWelcome', 'Hello\nWelcome'],
  ['Your {{user.nick}} plan', 'Your plan'],
  ['{{user.nick}} Welcome', 'Welcome'],
  ['Hello {{user.nick|}}!', 'Hello!'],
  ['({{user.nick}})', '()'],
  ['Say {{user.lines}}.', 'Say one # two three.'],
  ['Say {{user.sly}}.', 'Say {{user.plan}} {{user.name}}.'],
  ['Pay {{user.money}}.', 'Pay $1 $& $`.'],
  ['Write {{name}} or {{ user.plan }} into the form.', 'Write {{name}} or {{ user.plan }} into the form.'],
  ['Write {{user.}} or {{user.a{b}}.', 'Write {{user.}} or {{user.a{b}}.'],
] as const) {
  test(`${JSON.stringify(text)} becomes ${JSON.stringify(expected)}`, () => {
    assert.equal(fillIn(text, known), expected)
  })
}
