/** What users send along: documents are read and answered from, audio is heard, and what cannot be used is said, never an error. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ContentPart } from '@tandem/contract/conversation'
import { makeXlsx } from '../../../documents/test/make-xlsx.ts'
import { paragraph, writeDocx } from '../../../documents/test/write-docx.ts'
import { writePdf } from '../../../documents/test/write-pdf.ts'
import { manualClock } from '../harness/clock.ts'
import { type DeveloperServer, startDeveloperServer } from '../harness/developer-server.ts'
import { onSqlite } from '../harness/engines.ts'
import { type ModelServer, startModelServer } from '../harness/model-server.ts'
import { base64 } from '../harness/service.ts'
import { openScene, type Scene, shop } from './scene.ts'

const contract = `# Lease

## Notice period
The notice period is three months to the end of a quarter.

## Pets
Pets need the landlord's consent in writing.
`
const document = (content: string | Uint8Array, name: string): ContentPart => ({
  type: 'document',
  document: [{ base64_content: base64(content), name }],
})
const audio = (name: string): ContentPart => ({
  type: 'audio',
  audio: [{ base64_content: base64('sound'), name }],
})
const words = (text: string): ContentPart => ({ type: 'text', text })

onSqlite((engine) => {
  let scene: Scene
  let models: ModelServer
  let files: DeveloperServer
  before(async () => {
    models = await startModelServer()
    files = await startDeveloperServer()
    scene = await openScene(engine, {
      env: {
        TANDEM_SPEECH_BASE_URL: models.url,
        TANDEM_TRANSCRIPTION_MODEL: 'listener',
        TANDEM_DOWNLOAD_TIMEOUT_MS: '3000',
      },
    })
    await scene.learn(shop)
  })
  after(async () => {
    await scene.close()
    await Promise.all([models.close(), files.close()])
  })
  const send = async (text: string, ...more: ContentPart[]) =>
    (await scene.talker()).ask({ text, content: text === '' ? more : [words(text), ...more] })

  test('copies of a document answer as one of them does', async () => {
    const rules = [
      '# Guest house rules\n\nThe gate code is 4711. Close the gate behind you.',
      '# Internet\n\nThe wifi password is swordfish. The network is called Seaside.',
      '# Breakfast\n\nBreakfast is served from seven to ten in the garden room.',
      '# Pets\n\nDogs are welcome for a fee of ten euros a night.',
    ].join('\n\n')
    for (const [question, told] of [
      ['Are dogs allowed?', /ten euros/],
      ['What is the wifi password?', /swordfish/],
    ] as const)
      for (const count of [1, 2, 10]) {
        const copies = Array.from({ length: count }, (_, n) => document(rules, `rules${n}.md`))
        assert.match((await send(question, ...copies)).text, told, `${count} copies`)
      }
  })

  test('a question about a document is answered with the words of its section', async () => {
    const pdf = writePdf([
      [
        { x: 60, y: 770, text: 'Notice period', size: 18, bold: true },
        { x: 60, y: 740, text: 'The notice period is three months to the end of a quarter.' },
      ],
    ])
    const docx = writeDocx(
      [
        paragraph('Notice period', 'Heading1'),
        paragraph('The notice period is three months to the end of a quarter.'),
      ].join(''),
    )
    const workbook = makeXlsx([
      {
        name: 'Sheet',
        rows: [
          ['question', 'answer'],
          ['Notice period?', 'It is three months.'],
        ],
      },
    ])
    const html = '<h1>Notice period</h1><p>The notice period is three months.</p>'
    const json = JSON.stringify([{ question: 'Notice period?', answer: 'It is three months.' }])
    const csv = 'question,answer\nNotice period?,It is three months.\n'
    for (const [content, name] of [
      [contract, 'lease.md'],
      [contract, 'lease.txt'],
      [pdf, 'lease.pdf'],
      [docx, 'lease.docx'],
      [workbook, 'lease.xlsx'],
      [html, 'lease.html'],
      [json, 'lease.json'],
      [csv, 'lease.csv'],
    ] as const) {
      const turn = await send('What is the notice period?', document(content, name))
      assert.deepEqual([turn.spoken[0]?.component, turn.spoken[0]?.branch], ['attachment', 'answer'], name)
      assert.match(turn.text, /three months/, name)
      assert.deepEqual(turn.detail.used, [{ name, kind: 'document' }])
      assert.equal(turn.outcome, 'answered')
    }
  })

  test('knowledge answers when it answers better, and a citation names the file when that does', async () => {
    const known = await send('Where is my parcel?', document(contract, 'lease.md'))
    assert.equal(known.text, shop[1]?.answer)
    const talker = await scene.talker()
    const turn = await talker.ask({
      text: 'Are pets allowed?',
      content: [words('Are pets allowed?'), document(contract, 'lease.md')],
      config: { citations: true },
    })
    assert.match(turn.text, /consent in writing/)
    assert.deepEqual(
      [turn.citations[0]?.type, turn.citations[0]?.attachment?.name],
      ['attachment', 'lease.md'],
    )
  })

  test('files are fetched from their address, through the guard', async () => {
    files.answer(() => ({ text: contract, headers: { 'content-type': 'text/markdown' } }))
    const at = (url: string): ContentPart => ({ type: 'document', document: [{ url }] })
    const turn = await send('What is the notice period?', at(`${files.url}/docs/my%20lease.md?x=1`))
    assert.match(turn.text, /three months/)
    assert.deepEqual(turn.detail.used, [{ name: 'my lease.md', kind: 'document' }])
    const refused = await send('What is the notice period?', at('http://169.254.169.254/lease.md'))
    assert.match(refused.detail.unused?.[0]?.reason ?? '', /could not be fetched/)
  })

  test('what cannot be used is said with its reason, and the rest is answered', async () => {
    files.answer(({ path }) => (path === '/gone.pdf' ? { status: 404, text: 'no' } : { kind: 'hang' }))
    const turn = await send(
      'Where is my parcel?',
      { type: 'image', image: [{ url: `${files.url}/cat.png`, name: 'cat.png' }] },
      { type: 'document', document: [{ url: `${files.url}/gone.pdf` }, { url: `${files.url}/slow.pdf` }] },
      document('PK\u0003\u0004 broken', 'broken.docx'),
      { type: 'document', document: [{ base64_content: '%%%', name: 'odd.txt' }] },
    )
    assert.equal(turn.text, shop[1]?.answer)
    const unused = turn.detail.unused ?? []
    assert.deepEqual(
      unused.map(({ name }) => name),
      ['cat.png', 'gone.pdf', 'slow.pdf', 'broken.docx', 'odd.txt'],
    )
    assert.ok(unused.every(({ reason }) => reason.length > 10))
    assert.equal(turn.detail.used, undefined)
  })

  test('more files than a message may have are named as unused', async () => {
    const many = Array.from({ length: 13 }, (_, n) => document(`Note ${n} is about birds.`, `note-${n}.txt`))
    const { detail } = await send('birds?', ...many)
    assert.deepEqual([detail.used?.length, detail.unused?.length], [10, 3])
  })

  test('a document without a question is acknowledged, and one that cannot be read is regretted', async () => {
    const read = await send('', document(contract, 'lease.md'))
    assert.deepEqual([read.outcome, read.spoken[0]?.branch], ['small_talk', 'read'])
    assert.match(read.text, /lease\.md/)
    const image = await send('', {
      type: 'image',
      image: [{ base64_content: base64('png'), name: 'cat.png' }],
    })
    assert.deepEqual([image.outcome, image.spoken[0]?.branch], ['unanswered', 'unreadable'])
  })

  test('questions after a document are answered from it too, where knowledge has nothing better', async () => {
    const talker = await scene.talker()
    await talker.ask({ content: [document(contract, 'lease.md')] })
    assert.match((await talker.ask('What is the notice period?')).text, /three months/)
    assert.match((await talker.ask('And pets?')).text, /consent in writing/)
    assert.equal((await talker.ask('Where is my parcel?')).text, shop[1]?.answer)
    assert.equal((await talker.ask('thanks')).outcome, 'small_talk')
    assert.equal((await talker.ask('Who painted the cathedral in Orvieto?')).outcome, 'unanswered')
    const other = await scene.talker()
    assert.notEqual((await other.ask('What is the notice period?')).outcome, 'answered')
  })

  test('audio is heard: its words are the question, and its tokens are audio tokens', async () => {
    models.answer(({ path }) =>
      path === '/audio/transcriptions' ? { kind: 'transcript', text: 'Where is my parcel?' } : undefined,
    )
    const turn = await send('', audio('question.mp3'))
    assert.equal(turn.text, shop[1]?.answer)
    assert.equal(turn.detail.transcript, 'Where is my parcel?')
    assert.deepEqual(turn.usage.tokens.prompt_tokens_details, { audio_tokens: 5, text_tokens: 0 })
    assert.equal(turn.usage.tokens.prompt_tokens, 5)
    models.answerNext({ kind: 'fail', status: 500 })
    const deaf = await send('Where is my parcel?', audio('noise.wav'))
    assert.equal(deaf.text, shop[1]?.answer)
    const reason = deaf.detail.unused?.[0]?.reason ?? ''
    assert.match(reason, /could not be transcribed/)
    assert.doesNotMatch(reason, /500/, 'what the endpoint says is for the log')
    assert.ok(
      scene.logLines.some((line) => line.includes('could not be transcribed') && line.includes('500')),
    )
  })

  test('a file that never arrives costs no more than its time', async () => {
    const clock = manualClock()
    await using own = await openScene(engine, { clock, env: { TANDEM_DOWNLOAD_TIMEOUT_MS: '600000' } })
    await own.learn(shop)
    const seen = files.requests.length
    files.answer(() => ({ kind: 'hang' }))
    const url = `${files.url}/never.pdf`
    const talker = await own.talker()
    const turn = talker.ask({
      text: 'Where is my parcel?',
      content: [words('Where is my parcel?'), { type: 'document', document: [{ url }] }, audio('a.mp3')],
    })
    await files.waitFor(seen + 1)
    await clock.advance(60_000)
    const { text, detail } = await turn
    assert.equal(text, shop[1]?.answer)
    assert.match(detail.unused?.[0]?.reason ?? '', /took longer/)
    assert.match(detail.unused?.[1]?.reason ?? '', /no transcription model/)
    await files.close()
    files = await startDeveloperServer()
  })
})

onSqlite((engine) => {
  let models: ModelServer
  let scene: Scene
  before(async () => {
    models = await startModelServer()
    scene = await openScene(engine, { env: { TANDEM_MODEL_BASE_URL: models.url, TANDEM_MODEL: 'scripted' } })
    await scene.learn(shop)
  })
  after(async () => {
    await scene.close()
    await models.close()
  })
  const promptOf = (request: { json: unknown } | undefined) => {
    const body = request?.json as { messages: { content: string }[] } | undefined
    return body?.messages.at(-1)?.content ?? ''
  }

  test('a model is given the documents as sources, cut to what fits', async () => {
    const talker = await scene.talker()
    const text = 'What is the notice period?'
    models.answer((request) => {
      const number = /source (\d+)>>\nDocument: lease\.md\nQuestion: [^\n]*Notice/.exec(
        promptOf(request),
      )?.[1]
      return { kind: 'chat', pieces: [`Three months $[${number}]$.`] }
    })
    const turn = await talker.ask({
      text,
      content: [words(text), document(contract, 'lease.md')],
      config: { citations: true },
    })
    assert.deepEqual([turn.outcome, turn.spoken[0]?.branch], ['answered', 'grounded'])
    assert.deepEqual([turn.citations[0]?.type, turn.citations[0]?.name], ['attachment', 'lease.md'])

    const long = Array.from(
      { length: 400 },
      (_, n) => `## Chapter ${n}\n${`Words about matter ${n}. `.repeat(40)}`,
    )
    long[222] = '## Notice period\nThe notice period is three months.'
    await talker.ask({ text, content: [words(text), document(long.join('\n\n'), 'long.md')] })
    const prompt = promptOf(models.requests.at(-1))
    assert.match(prompt, /three months/)
    assert.ok(prompt.length < 60_000, `${prompt.length}`)
  })
})
