/** An email address is taken out of what a user writes, whole, and without the words around it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findEmail } from '../../src/handoff/take-email.ts'
import { onSqlite } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { type Scene, setScene } from './scene.ts'

test('the address is found in any script, between any marks', () => {
  const found: Record<string, string> = {
    'joe@example.com': 'joe@example.com',
    'it is joe@example.com.': 'joe@example.com',
    'joe@example.jpです': 'joe@example.jp',
    'メールはjoe@example.jpです。': 'joe@example.jp',
    'joe@example.kr입니다': 'joe@example.kr',
    '邮箱：joe@example.cn谢谢': 'joe@example.cn',
    我的邮箱是joe: '',
    '我的邮箱是joe@example.cn': 'joe@example.cn',
    '«a@b.fr»': 'a@b.fr',
    '[a@b.de]': 'a@b.de',
    '<joe@example.com>, (not.this)': 'joe@example.com',
    'mailto:joe@example.com': 'joe@example.com',
    'E-Mail:joe+tag@x.co.uk!': 'joe+tag@x.co.uk',
    "o'brien@example.ie": "o'brien@example.ie",
    "'joe@example.com'": 'joe@example.com',
    'eva@müller.de danke': 'eva@müller.de',
    'joe@xn--bcher-kva.example': 'joe@xn--bcher-kva.example',
    'ｊｏｅ＠ｅｘａｍｐｌｅ．ｊｐ': 'joe@example.jp',
    'JOE@EXAMPLE.COM': 'JOE@EXAMPLE.COM',
    'email=joe@example.com': 'joe@example.com',
  }
  const wrong = Object.entries(found).filter(([text, email]) => (findEmail(text) ?? '') !== email)
  assert.deepEqual(
    wrong.map(([text]) => [text, findEmail(text)]),
    [],
  )
})

test('half an address is none', () => {
  const texts = [
    '@joe',
    'joe@',
    'joe@example',
    'joe@@example.com',
    'joséb@example.com',
    'joe@exa mple.com',
    'a@b.c',
    '@',
  ]
  assert.deepEqual(
    texts.flatMap((text) => findEmail(text) ?? []),
    [],
  )
})

test('a long text is looked through in no time', () => {
  const before = process.cpuUsage()
  for (const text of [
    'a.'.repeat(20_000),
    `${'a@'.repeat(20_000)}b`,
    `a@${'b.'.repeat(20_000)}`,
    `a@${'b-'.repeat(20_000)}`,
  ])
    findEmail(text)
  assert.ok(process.cpuUsage(before).user < 1_000_000)
})

onSqlite((engine) => {
  test('the address a user leaves is kept without the words behind it, and thanked for', async () => {
    await using scene = await setScene(engine)
    scene.server.answer(({ path }) => (path.startsWith('/desk') ? { status: 410 } : { json: { code: 200 } }))
    const cases = [
      ['オペレーターと話したい', 'joe@example.jpです', 'joe@example.jp'],
      ['转人工', '我的邮箱是joe@example.cn', 'joe@example.cn'],
    ]
    for (const [ask = '', left = '', email] of cases) {
      const conversation = await scene.conversation()
      await scene.user(conversation, ask)
      const { items } = (await scene.service.admin('GET', `/handoffs?conversation_id=${conversation}`)).json
      await scene.inState(items[0].id, 'FAILED')
      const before = (await scene.stored(conversation)).length
      await scene.user(conversation, left)
      const kept = await eventually(
        'it is kept',
        () => scene.service.admin('GET', `/conversations/${conversation}`),
        ({ json }) => json.conversation.email !== null,
      )
      assert.equal(kept.json.conversation.email, email)
      const [, thanks] = (await scene.stored(conversation)).slice(before)
      assert.equal(thanks?.role, 'notice')
    }
  })

  test('who wants an address deleted leaves none: the AI answers', async () => {
    await using scene = await setScene(engine)
    scene.server.answer(({ path }) => (path.startsWith('/desk') ? { status: 410 } : { json: { code: 200 } }))
    for (const [ask, words] of [
      ['转人工', '请把 joe@example.cn 删除'],
      ['talk to a human', 'Please delete joe@example.com.'],
      ['Ich will mit einem Menschen sprechen', 'Bitte löschen Sie joe@example.de'],
    ] as const) {
      const conversation = await scene.conversation()
      await scene.user(conversation, ask)
      await scene.inState(await idOf(scene, conversation), 'FAILED')
      const before = (await scene.stored(conversation)).length
      await scene.user(conversation, words)
      const [, answer] = await eventually(
        'there is an answer',
        async () => (await scene.stored(conversation)).slice(before),
        (said) => said.length === 2,
      )
      assert.notEqual(answer?.role, 'notice', words)
      const kept = await scene.service.admin('GET', `/conversations/${conversation}`)
      assert.equal(kept.json.conversation.email, null)
    }
  })
})

async function idOf(scene: Scene, conversation: string): Promise<string> {
  return (await scene.service.admin('GET', `/handoffs?conversation_id=${conversation}`)).json.items[0].id
}
