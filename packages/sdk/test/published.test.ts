/** The package as another project gets it: packed, installed without a network, type-checked, run, bundled; and the examples on it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { spawnProgram } from '../../service/test/harness/process.ts'
import { eventually, sharedService } from '../../service/test/harness/service.ts'
import { createFixtures } from '../src/testing/fixtures.ts'

const ROOT = join(import.meta.dirname, '../../..')
const SDK = join(ROOT, 'packages/sdk')
const BROWSER_LIMIT_BYTES = 12_000

const CONSUMER = `
import { Tandem, TandemAdmin, TandemError, startChat, type AnswerPart, type Delivery } from '@tandem/sdk'
import { createReceiver, memorySeen, type SeenStore } from '@tandem/sdk/receiver'
import { createFakeTandem, createFixtures } from '@tandem/sdk/testing'

const seen: SeenStore = memorySeen(10)
const heard: string[] = []
const fake = createFakeTandem({ send: (request) => hooks.fetch(request) })
const hooks = createReceiver({ seen, now: fake.now, message: ({ output }) => { heard.push(output[0]?.content.text ?? '') } })
fake.message('c', 'Hello')
await fake.settle()
if (heard.join() !== 'Hello') throw new Error(heard.join())
await hooks.fetch(await createFixtures().message())

const tandem = new Tandem({ url: 'http://127.0.0.1:1', apiKey: 'k', maxRetries: 0 })
const error = await tandem.agent.verifyKey().catch((thrown: unknown) => thrown)
if (!(error instanceof TandemError) || error.code !== 'connection') throw new Error(String(error))

export async function typed(parts: AsyncIterable<AnswerPart>): Promise<Delivery[]> {
  for await (const part of parts) if (part.type === 'text') part.text.trim()
  const all: Delivery[] = []
  for await (const delivery of new TandemAdmin({ url: 'u', token: 't' }).deliveries.list({ state: 'dead' })) all.push(delivery)
  // @ts-expect-error: no such state
  new TandemAdmin({ url: 'u' }).deliveries.list({ state: 'lost' })
  await startChat({ url: 'u', agentId: 'a' })
  return all
}
`

/** What the pages leave to the reader: declared before a block that uses it and does not declare it itself. */
const LEFT_TO_THE_READER: Record<string, string> = {
  Tandem: `import { Tandem } from '@tandem/sdk'`,
  createReceiver: `import { createReceiver } from '@tandem/sdk/receiver'`,
  express: `import express from 'express'`,
  url: `const url = process.env.TANDEM_URL ?? ''`,
  apiKey: `const apiKey = process.env.TANDEM_API_KEY ?? ''`,
  token: `const token = process.env.TANDEM_ADMIN_TOKEN ?? ''`,
  agentId: `const agentId = process.env.AGENT_ID ?? ''`,
  secret: `const secret = 'a secret'`,
  signingSecret: `const signingSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'`,
  file: `const file = new Blob(['question,answer\\nHow long does it take?,Three days.\\n'])`,
  save: `const save = async (_message: object) => {}`,
  app: `const app = express()`,
  auth: `const auth = { username: 'tandem' }`,
  signingSecrets: `const signingSecrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']`,
  hooks: `const hooks = createReceiver({ message() {} })`,
}

function blocksOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll('https://tandem.example.com', 'TANDEM')
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block = '']) =>
    whole(block.replaceAll(`'TANDEM'`, 'url')),
  )
}

function whole(block: string): string {
  const lines = [block]
  for (const [name, line] of Object.entries(LEFT_TO_THE_READER).reverse()) {
    const text = lines.join('\n')
    const isDeclared = new RegExp(
      `(?:const|import [^\\n]*) ?\\{?[^\\n=]*\\b${name}\\b[^\\n=]*(?:=|from)`,
    ).test(text)
    if (new RegExp(`(?<![.'\\w])${name}\\b(?!:)`).test(text) && !isDeclared) lines.unshift(line)
  }
  return lines.join('\n')
}

let project: string
function run(program: string, args: readonly string[], cwd = project): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  assert.equal(status, 0, `${program} ${args.join(' ')}: ${error ?? ''}${stdout}${stderr}`)
  return stdout
}

before(() => {
  project = mkdtempSync(join(tmpdir(), 'tandem-sdk-'))
  run('npm', ['pack', '--silent', '--pack-destination', project], SDK)
  const [tarball = ''] = globSync('*.tgz', { cwd: project })
  writeFileSync(join(project, 'package.json'), '{"type":"module","private":true}')
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`])
  writeFileSync(join(project, 'consumer.ts'), CONSUMER)
  for (const each of ['express', 'fastify', '@types'])
    symlinkSync(join(ROOT, 'node_modules', each), join(project, 'node_modules', each))
})
after(() => rmSync(project, { recursive: true, force: true }))

test('the package holds its build and its source and nothing else, all that it exports, and needs no other package', () => {
  const installed = join(project, 'node_modules/@tandem/sdk')
  const files = globSync('**/*.*', { cwd: installed }).filter((name) => !/^(?:dist|src)\b/.test(name))
  assert.deepEqual(files.sort(), ['README.md', 'package.json'])
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  for (const path of Object.values<string>(exports)) assert.ok(existsSync(join(installed, path)), path)
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'))
  assert.deepEqual(Object.keys(packages), ['', 'node_modules/@tandem/sdk'])
})

const settings = {
  nodenext: { module: 'nodenext', types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] },
  bundler: {
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  },
}
/** The newest TypeScript, and the one before it, which is not in the .bin of the repository. */
const compilers = {
  7: join(ROOT, 'node_modules/typescript/bin/tsc'),
  5: join(SDK, 'node_modules/typescript/bin/tsc'),
}
for (const [major, tsc] of Object.entries(compilers)) {
  test(`TypeScript ${major} is here`, () => {
    assert.match(run(process.execPath, [tsc, '--version']), new RegExp(`^Version ${major}\\.`))
  })
  for (const [name, options] of Object.entries(settings))
    test(`a strict project of TypeScript ${major} type-checks against it: ${name}`, () => {
      const compilerOptions = {
        target: 'es2022',
        strict: true,
        noEmit: true,
        exactOptionalPropertyTypes: true,
        ...options,
      }
      const config = `tsconfig.${name}.json`
      writeFileSync(join(project, config), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
      run(process.execPath, [tsc, '-p', config])
    })
}

/** This Node, and every other on this machine that the package is for. */
function nodes(): Map<string, string> {
  const found = new Map([[process.version, process.execPath]])
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const { stdout } = spawnSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' })
    const version = stdout?.trim()
    if (version && Number.parseInt(version.slice(1), 10) >= 20 && !found.has(version))
      found.set(version, join(folder, 'node'))
  }
  return found
}

test('it runs on every Node from 20 on that is here', async () => {
  const outfile = join(project, 'consumer.mjs')
  await build({ entryPoints: [join(project, 'consumer.ts')], outfile, format: 'esm', bundle: false })
  for (const node of nodes().values()) run(node, [outfile])
})

test('the client bundles for a browser, small and without a module of Node', async () => {
  const stdin = { contents: `export { Tandem, startChat } from '@tandem/sdk'`, resolveDir: project }
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  const [output] = outputFiles
  assert.ok(output && !output.text.includes('node:') && !output.text.includes('process.'))
  const bytes = gzipSync(output.contents).length
  assert.ok(bytes < BROWSER_LIMIT_BYTES, `${bytes} bytes gzip`)
})

onSqlite((engine) => {
  const service = sharedService(engine, { env: { TANDEM_EGRESS_ALLOW: '127.0.0.0/8' } })

  /** An example, copied into the project that has only what it would install. */
  function example(name: string, env: Record<string, string>, ...args: string[]) {
    const path = join(project, name)
    copyFileSync(join(ROOT, 'examples', name), path)
    return spawnProgram(process.execPath, [path, ...args], { TANDEM_URL: service().url, ...env })
  }

  for (const page of ['docs/sdk.md', 'packages/sdk/README.md']) {
    test(`the code in ${page} is right and runs as written`, async () => {
      const { id, key } = await service().newAgent()
      const blocks = blocksOf(page)
      assert.ok(blocks.length >= 2)
      const names = blocks.map((_, n) => `${basename(page, '.md')}-${n}.ts`)
      for (const [n, name] of names.entries()) writeFileSync(join(project, name), blocks[n] as string)
      const compilerOptions = {
        target: 'es2022',
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        ...settings.nodenext,
      }
      const config = `tsconfig.${basename(page)}.json`
      writeFileSync(join(project, config), JSON.stringify({ compilerOptions, files: names }))
      run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config])
      for (const name of names) {
        const env = {
          TANDEM_URL: service().url,
          TANDEM_API_KEY: key,
          TANDEM_ADMIN_TOKEN: service().adminToken,
          AGENT_ID: id,
        }
        await using program = spawnProgram(process.execPath, [join(project, name)], env)
        const { code } = await program.ended
        assert.equal(code, 0, `${name}: ${program.stderr()}`)
      }
    })
  }

  test('no example is longer than 80 lines', () => {
    for (const file of globSync(join(ROOT, 'examples/*.ts'))) {
      const lines = readFileSync(file, 'utf8').split('\n').length - 1
      assert.ok(lines <= 80, `${basename(file)}: ${lines} lines`)
    }
  })

  test('the tour makes an agent, asks, streams over two cuts, receives, hands over, replies and closes', async () => {
    await using tour = example('tour.ts', { TANDEM_ADMIN_TOKEN: service().adminToken })
    const { code } = await tour.ended
    assert.equal(code, 0, tour.stderr())
    const lines = tour.stdout().trim().split('\n')
    assert.deepEqual(lines.slice(0, 2), ['blocking: Three days.', 'streamed over 2 cuts: Three days.'])
    for (const line of [
      'webhook: Three days.',
      'webhook: Ann here.',
      'desk: Thank you, that is all.',
      'handoff: HUMAN_CLOSED',
    ])
      assert.ok(lines.includes(line), `${line} is missing in ${tour.stdout()}`)
  })

  test('the Express example receives signed messages', async () => {
    const { id, key } = await service().newAgent()
    const { json: secret } = await service()
      .admin('PUT', `/agents/${id}/message-webhook`, {
        url: 'http://127.0.0.1:1/',
        username: 'u',
        secret: 's',
      })
      .then(() => service().admin('POST', `/agents/${id}/message-webhook/signing-secrets`, {}))
    await using app = example('express-receiver.ts', {
      PORT: '0',
      TANDEM_USERNAME: 'u',
      TANDEM_SECRET: 's',
      TANDEM_SIGNING_SECRET: secret.secret,
    })
    const [, url] = await app.printed(/Receiving at (\S+)/)
    await service().admin('PUT', `/agents/${id}/message-webhook`, { url, username: 'u', secret: 's' })
    await ask(key, 'customer-1')
    await app.printed(/^1 to customer-1: \S/m)
    assert.equal(app.stderr(), '')
  })

  test('the Fastify desk greets, listens and closes', async () => {
    const { id, key } = await service().newAgent()
    await using desk = example('fastify-desk.ts', { PORT: '0', TANDEM_API_KEY: key })
    const [, url] = await desk.printed(/Desk at (\S+)/)
    await service().admin('PUT', `/agents/${id}/message-webhook`, { url })
    await service().admin('POST', `/agents/${id}/human-services`, { name: 'Desk', webhook_url: url })
    const conversation = await ask(key, 'customer-2')
    await service().api('POST', '/v1/conversation/handoff', { conversation_id: conversation }, key)
    await desk.printed(/customer-2 wants a person/)
    await ask(key, 'customer-2', 'Thank you', conversation)
    await desk.printed(/The user says: Thank you/)
    const ended = async () =>
      (await service().admin('GET', `/handoffs?agent_id=${id}`)).json.items[0].end_reason
    await eventually('the end', ended, (reason) => reason === 'HUMAN_CLOSED')
  })

  test('the folder and its knowledge base stay in step', async () => {
    const { key } = await service().newAgent()
    const folder = join(project, 'faq')
    mkdirSync(folder)
    const write = (name: string, answer: string) =>
      writeFileSync(join(folder, name), `question,answer\nWhat is ${name}?,${answer}\n`)
    const sync = async () => {
      await using script = example('sync-folder.ts', { TANDEM_API_KEY: key }, folder, 'FAQ')
      const { code } = await script.ended
      return { code, out: script.stdout(), err: script.stderr() }
    }
    write('a.csv', 'First')
    write('b.csv', 'Second')
    assert.deepEqual(await sync(), { code: 0, out: 'added a.csv\nadded b.csv\n', err: '' })
    assert.deepEqual(await sync(), { code: 0, out: '', err: '' })
    write('a.csv', 'Changed')
    rmSync(join(folder, 'b.csv'))
    writeFileSync(join(folder, 'bad.csv'), 'one column\nonly\n')
    const { code, out, err } = await sync()
    assert.deepEqual([code, out], [1, 'replaced a.csv\ndeleted b.csv\n'])
    assert.match(err, /^bad\.csv: /)
  })

  test('the worker takes what Tandem signs, once, and refuses the rest', async () => {
    copyFileSync(join(ROOT, 'examples/worker.ts'), join(project, 'worker.ts'))
    const { default: worker } = await import(join(project, 'worker.ts'))
    const kept = new Map<string, string>()
    const SEEN = {
      get: async (id: string) => kept.get(id) ?? null,
      put: async (id: string) => void kept.set(id, 'seen'),
    }
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const env = { SEEN, TANDEM_SIGNING_SECRET: secret }
    const genuine = await createFixtures({ signingSecrets: [secret] }).message()
    assert.equal((await worker.fetch(genuine, env)).status, 200)
    assert.equal(kept.size, 1)
    assert.equal((await worker.fetch(await createFixtures().message(), env)).status, 401)
  })

  /** Says something in webhook mode; gives the conversation. */
  async function ask(key: string, userId: string, content = 'Hello', known?: string): Promise<string> {
    const made =
      known ??
      (await service().api('POST', '/v1/conversation', { user_id: userId }, key)).json.conversation_id
    const body = { conversation_id: made, response_mode: 'webhook', messages: [{ role: 'user', content }] }
    const { status, text } = await service().api('POST', '/v2/conversation/message', body, key)
    assert.equal(status, 200, text)
    return made
  }
})
