/** Bad messages: the right code, the field by name, and nothing stored. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { openEvents } from './read-events.ts'
import { MESSAGE_PATH, requestOf, setScene } from './scene.ts'

onSqlite((engine) => {
  test('what is wrong with a message is said by its code and the name of its field, and nothing is stored', async () => {
    await using scene = await setScene(engine, { env: { TANDEM_MESSAGE_LIMIT_CHARS: '5000' } })
    const own = await scene.conversation()
    const stranger = await scene.service.newAgent('Stranger')
    const made = await scene.service.api('POST', '/v1/conversation', { user_id: 'u' }, stranger.key)
    const text = 'When are you open?'
    const user = { role: 'user', content: text }
    const assistant = { role: 'assistant', content: 'Hello.' }
    const given = (messages: unknown, more: object = {}) => ({
      conversation_id: own,
      response_mode: 'blocking',
      messages,
      ...more,
    })
    const said = (content: unknown) => given([{ role: 'user', content }])
    const variables = (custom_variables: object) =>
      given([user], { conversation_config: { custom_variables } })
    const cases: [body: unknown, code: number, names: RegExp][] = [
      [requestOf('blocking', 'unknown', text), 40356, /POST \/v1\/conversation/],
      [requestOf('blocking', made.json.conversation_id, text), 40356, /does not exist/],
      [requestOf('telegram', own, text), 40000, /response_mode: found "telegram"/],
      [given([]), 40000, /messages: found an empty list/],
      [given(undefined), 40000, /messages: found nothing/],
      [given([user, assistant]), 40000, /messages\[1\]\.role: found "assistant", needed user/],
      [given([assistant]), 40000, /messages\[0\]\.role/],
      [
        given([{ role: 'system', content: text }]),
        40000,
        /messages\[0\]\.role: found "system", needed one of/,
      ],
      [
        given([{ role: 'assistant', content: 'a\0' }, user]),
        40000,
        /messages\[0\]\.content: found the character/,
      ],
      [given(Array.from({ length: 101 }, () => user)), 40000, /messages: found a list of 101 entries/],
      [said(''), 40000, /messages\[0\]\.content: found an empty string/],
      [said(' \n\t'), 40000, /messages\[0\]\.content: found only white space/],
      [
        said('\u200b\ufeff\u2060'),
        40000,
        /messages\[0\]\.content: found only characters that cannot be seen/,
      ],
      [said('a\0b'), 40000, /messages\[0\]\.content: found the character U\+0000/],
      [said(7), 40000, /messages\[0\]\.content: found 7/],
      [said([]), 40000, /messages\[0\]\.content: found an empty list/],
      [said([{ type: 'text', text: '' }]), 40000, /messages\[0\]\.content\[0\]\.text: found an empty string/],
      [said([{ type: 'smell', smell: [] }]), 40000, /content\[0\]\.type: found "smell", needed one of text/],
      [said([{ type: 'video', video: [] }]), 40000, /content\[0\]\.video: found an empty list/],
      [
        said({ type: 'image', image: [{}] }),
        40000,
        /content\.image\[0\]: found neither url nor base64_content/,
      ],
      [said([{ type: 'image', image: [{ url: 'nowhere' }] }]), 40000, /image\[0\]\.url: found "nowhere"/],
      [
        said('x'.repeat(5001)),
        20040,
        /messages\[0\]\.content: found 5,001 characters, needed at most 5,000 .*TANDEM_MESSAGE_LIMIT_CHARS/,
      ],
      [said('x'.repeat(1024 * 1024)), 20040, /found 1,048,576 characters/],
      [given([{ role: 'user', content: 'x'.repeat(6000) }, user]), 20040, /messages\[0\]/],
      [given([user], { conversation_config: 3 }), 40000, /conversation_config: found 3/],
      [
        given([user], { conversation_config: { knowledge: { data_ids: 'all' } } }),
        40000,
        /conversation_config\.knowledge\.data_ids: found "all"/,
      ],
      [
        variables({ name: ['x'.repeat(4000)] }),
        40000,
        /custom_variables\.name: found JSON of 4,004 characters, needed a value of at most 4,000 characters/,
      ],
      [
        variables({ name: 'x'.repeat(4001) }),
        40000,
        /name: found 4,001 characters, needed a value of at most/,
      ],
      [
        variables({ '': 1 }),
        40000,
        /custom_variables: found the name "", needed a string of 1 to 100 characters/,
      ],
      [
        variables({ ['n'.repeat(101)]: 1 }),
        40000,
        /custom_variables: found the name "n{80}…", needed a string of 1 to 100 characters/,
      ],
      [
        variables(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`n${n}`, n]))),
        40000,
        /custom_variables: found an object of 101 names, needed an object of at most 100 names/,
      ],
      [
        said([
          { type: 'text', text: ' ' },
          { type: 'text', text: '' },
        ]),
        40000,
        /messages\[0\]\.content\[0\]\.text: found only white space, needed a string that is not blank/,
      ],
      [said({ type: 'text', text: '' }), 40000, /messages\[0\]\.content\.text: found an empty string/],
    ]
    const before = await counts()
    for (const [body, code, names] of cases) {
      const answer = await scene.post(body)
      assert.equal(answer.json.code, code, `${JSON.stringify(body).slice(0, 120)} answered ${answer.text}`)
      assert.equal(answer.status, 400)
      assert.match(answer.json.message, names)
    }
    assert.deepEqual(await counts(), before)

    const fits = await scene.post(said('😀'.repeat(5000)))
    assert.equal(fits.status, 200, 'characters are counted as people do')
    await scene.service.admin('DELETE', `/agents/${scene.agent.id}`)
    const deleted = await scene.post(said(text))
    assert.deepEqual([deleted.status, deleted.json.code], [403, 40378])

    async function counts(): Promise<number[]> {
      const tables = ['messages', 'lane_items', 'turn_keys', 'file_pieces']
      return Promise.all(tables.map((table) => scene.service.countRows(table)))
    }
  })

  test('a text may come as a string, as parts, or as one part', async () => {
    await using scene = await setScene(engine)
    const text = 'When are you open?'
    for (const content of [text, [{ type: 'text', text }], { type: 'text', text }]) {
      const answer = await scene.send('blocking', await scene.conversation(), content)
      assert.equal(answer.json.output?.[0]?.content.text, 'We are open from nine to five.', answer.text)
    }
  })

  test('an answer without words may be sent back as history, as it was given', async () => {
    await using scene = await setScene(engine)
    for (const content of ['', [], [{ type: 'text', text: '' }], { type: 'text', text: '' }]) {
      const asked = await scene.post({
        conversation_id: await scene.conversation(),
        response_mode: 'blocking',
        messages: [
          { role: 'user', content: 'Hello' },
          { role: 'assistant', content },
          { role: 'user', content: 'When are you open?' },
        ],
      })
      assert.equal(asked.status, 200, asked.text)
    }
  })

  test('an empty text beside a file is left out, and a variable without a value is none', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const content = [
      { type: 'text', text: '' },
      { type: 'document', document: [{ base64_content: 'UmluZyB0aGUgYmVsbC4=', name: 'bell.txt' }] },
    ]
    const custom_variables = { city: null, tags: ['a', 'b'], size: { width: 1 } }
    const sent = await scene.send('blocking', conversation, content, { custom_variables })
    assert.equal(sent.status, 200, sent.text)
    const [question] = await scene.history(conversation)
    assert.deepEqual(
      question?.content[0]?.branch_content.map((part) => (part as { type?: string }).type),
      ['document'],
    )
  })

  test('a file that cannot be used is named in the answer with the reason, and the question is answered', async () => {
    await using scene = await setScene(engine)
    const content = [
      { type: 'text', text: 'When are you open?' },
      { type: 'document', document: [{ base64_content: 'AAECAwQ=', name: 'odd.pdf' }] },
    ]
    const { status, json } = await scene.send('blocking', await scene.conversation(), content)
    assert.equal(status, 200)
    assert.equal(json.output[0].content.text, 'We are open from nine to five.')
    assert.deepEqual(
      json.unused.map(({ name }: { name: string }) => name),
      ['odd.pdf'],
    )
    assert.ok(json.unused[0].reason.length > 10)
  })

  test('in a stream and at the message webhook it is named as well, and where every file was used nothing is said of it', async () => {
    await using scene = await setScene(engine)
    const odd = { base64_content: 'AAECAwQ=', name: 'odd.pdf' }
    const good = { base64_content: Buffer.from('Ring the bell.').toString('base64'), name: 'good.txt' }
    const contentWith = (document: object) => [
      { type: 'text', text: 'When are you open?' },
      { type: 'document', document: [document] },
    ]
    const { json } = await scene.send('blocking', await scene.conversation(), contentWith(odd))
    const streamed = await scene.stream(await scene.conversation(), contentWith(odd))
    const events = await streamed.ended
    assert.deepEqual(
      events.map(({ code }) => code).filter((code, i, all) => code !== all[i - 1]),
      [11, 3, 10, 83, 4, 0],
    )
    assert.deepEqual(events.find(({ code }) => code === 83)?.data, { unused: json.unused })
    const place = events.find(({ code }) => code === 10)?.id ?? ''
    const again = await openEvents(`${scene.service.url}${MESSAGE_PATH}/stream`, {
      key: scene.agent.key,
      headers: { 'last-event-id': place },
    })
    assert.deepEqual(
      (await again.ended).map(({ code }) => code),
      [83, 4, 0],
      'whoever was cut off is told too',
    )
    await scene.send('webhook', await scene.conversation(), contentWith(odd))
    const [sent] = await scene.developer.waitFor(1)
    assert.deepEqual(JSON.parse(sent?.body ?? '').unused, json.unused)

    const used = await scene.stream(await scene.conversation(), contentWith(good))
    assert.ok((await used.ended).every(({ code }) => code !== 83))
    await scene.send('webhook', await scene.conversation(), contentWith(good))
    const [, other] = await scene.developer.waitFor(2)
    assert.equal(JSON.parse(other?.body ?? '').unused, undefined)
  })

  test('files inside a message are kept beside it and shown by name and size, never again as bytes', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const bytes = Buffer.from('Opening hours are nine to five on weekdays.')
    const document = [{ base64_content: bytes.toString('base64'), name: 'hours.txt', format: 'txt' }]
    const content = [
      { type: 'text', text: 'When are you open?' },
      { type: 'document', document },
    ]
    const answer = await scene.send('blocking', conversation, content)
    assert.equal(answer.status, 200, answer.text)
    const [question] = await scene.history(conversation)
    assert.deepEqual(question?.content[0]?.branch_content[1], {
      type: 'document',
      document: [{ url: null, format: 'txt', name: 'hours.txt', size: bytes.length }],
    })
    assert.equal(await scene.service.countRows('file_pieces'), 1)
  })
})
