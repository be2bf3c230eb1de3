/** Files in the newest message and in those that a caller sends along before it: they are read, or it is said why not. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { openEvents } from './read-events.ts'
import { MESSAGE_PATH, type Scene, setScene, wordsOf } from './scene.ts'

const file = (name: string, text: string) => ({
  base64_content: Buffer.from(text).toString('base64'),
  name,
})
const house = file('house.txt', 'Wifi password\n\nThe wifi password is tulip.\n')
const garden = file('garden.txt', 'Lawn mower\n\nThe lawn mower is in the shed.\n')
const says = (role: string, text: string, ...parts: object[]) => ({
  role,
  content: [{ type: 'text', text }, ...parts],
})
const documents = (...list: object[]) => ({ type: 'document', document: list })

onSqlite((engine) => {
  let scene: Scene
  before(async () => {
    scene = await setScene(engine)
  })
  after(() => scene[Symbol.asyncDispose]())
  const request = async (mode: string, ...messages: object[]) => ({
    conversation_id: await scene.conversation(),
    response_mode: mode,
    messages,
  })

  test('a document in an earlier message is read for the newest question', async () => {
    const { json } = await scene.post(
      await request(
        'blocking',
        says('user', 'Here is my file', documents(house)),
        says('assistant', 'Thanks'),
        says('user', 'What is the wifi password?'),
      ),
    )
    assert.match(wordsOf(json), /tulip/)
    assert.equal(json.unused, undefined)
    const [asked] = await scene.history(json.conversation_id)
    assert.equal(asked?.content[0]?.branch_content.length, 1, 'what came along is not part of the message')
  })

  test('the name of a file is said as it is, whatever signs it has', async () => {
    const name = "price $& list $' $1.txt"
    const body = await request('blocking', { role: 'user', content: [documents({ ...house, name })] })
    assert.ok(wordsOf((await scene.post(body)).json).includes(name))
  })

  test('a document whose server fails is fetched again for the next question', async () => {
    const conversation = await scene.conversation()
    const address = documents({ url: `${scene.developer.url}/house.txt`, name: 'house.txt' })
    const ask = (content: unknown) => scene.send('blocking', conversation, content)
    const question = 'What is the wifi password?'
    scene.developer.answer(() => ({ status: 404 }))
    await ask([{ type: 'text', text: 'Here is my file' }, address])
    assert.doesNotMatch(wordsOf((await ask(question)).json), /tulip/)
    scene.developer.answer(() => ({ text: 'Wifi password\n\nThe wifi password is tulip.\n' }))
    assert.match(wordsOf((await ask(question)).json), /tulip/)
    const fetched = scene.developer.requests.length
    assert.match(wordsOf((await ask(question)).json), /tulip/)
    assert.equal(scene.developer.requests.length, fetched, 'what was read is kept')
  })

  test('what is not read of earlier messages is listed with the reason, in streams too', async () => {
    const image = { type: 'image', image: [file('map.png', 'png')] }
    const audio = { type: 'audio', audio: [file('note.mp3', 'mp3')] }
    const body = await request(
      'streaming',
      says('user', 'Old', documents(garden), image),
      says('user', 'New', documents(house), audio),
      says('user', 'What is the wifi password?'),
    )
    const stream = await openEvents(`${scene.service.url}${MESSAGE_PATH}`, { key: scene.agent.key, body })
    const unused = (await stream.ended).find(({ code }) => code === 83)?.data.unused
    assert.match(stream.text(), /tulip/)
    assert.deepEqual(
      unused.map(({ name }: { name: string }) => name),
      ['garden.txt', 'map.png', 'note.mp3'],
    )
    assert.ok(unused.every(({ reason }: { reason: string }) => reason.endsWith('.')))
  })

  test('where the newest message has documents of its own, those are what is asked about', async () => {
    const { json } = await scene.post(
      await request(
        'blocking',
        says('user', 'Here is my file', documents(house)),
        says('user', 'Where is the lawn mower?', documents(garden)),
      ),
    )
    assert.match(wordsOf(json), /shed/)
    assert.deepEqual(
      json.unused.map(({ name }: { name: string }) => name),
      ['house.txt'],
    )
  })
})
