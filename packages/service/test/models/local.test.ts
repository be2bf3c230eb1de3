/** The local model: its tokens, its files, and that texts of like meaning get like vectors. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, describe, it } from 'node:test'
import { findDamage } from '../../src/models/local/check-files.ts'
import { createLocalEmbedder } from '../../src/models/local/local-embedder.ts'
import { modelFolder, neededFiles, VOCABULARY_FILE } from '../../src/models/local/needed-files.ts'
import { createWordPieces } from '../../src/models/local/word-pieces.ts'
import { createLog } from '../../src/platform/log.ts'

const DATA = process.env.TANDEM_DATA ?? 'data'
const isInstalled = existsSync(join(modelFolder(DATA), VOCABULARY_FILE))
const skip = isInstalled ? false : `the local model is not in ${DATA}; run tandem model install to try it`
const scratch = mkdtempSync(join(tmpdir(), 'tandem-local-'))
const log = createLog('silent')
after(() => rmSync(scratch, { recursive: true }))

describe('word pieces', () => {
  const vocabulary = [
    '[PAD]',
    '[UNK]',
    '[CLS]',
    '[SEP]',
    'un',
    '##aff',
    '##able',
    'cafe',
    ',',
    '日',
    'a',
    '##a',
  ].join('\n')
  const { encode } = createWordPieces(vocabulary)

  it('are the longest known ones, between the marks of beginning and end', () => {
    assert.deepEqual(encode('unaffable', 99), [2, 4, 5, 6, 3])
    assert.deepEqual(encode('Café,café', 99), [2, 7, 8, 7, 3])
    assert.deepEqual(encode('a日a', 99), [2, 10, 9, 10, 3])
    assert.deepEqual(encode('a\u0000a\u200da', 99), [2, 10, 11, 11, 3])
    assert.deepEqual(encode('unknown', 99), [2, 1, 3])
    assert.deepEqual(encode('', 99), [2, 3])
  })

  it('are never more than wanted, and a word without end is one unknown', () => {
    assert.deepEqual(encode('a a a a a a', 4), [2, 10, 10, 3])
    assert.deepEqual(encode('a'.repeat(101), 99), [2, 1, 3])
    assert.deepEqual(encode('a'.repeat(1_000_000), 99), [2, 1, 3])
  })

  it('are those of the model, as its makers number them', { skip }, () => {
    const real = createWordPieces(readFileSync(join(modelFolder(DATA), VOCABULARY_FILE), 'utf8'))
    const known: [string, number[]][] = [
      ['Hello, world!', [101, 7592, 1010, 2088, 999, 102]],
      ['unaffable', [101, 14477, 20961, 3468, 102]],
      ['naïve café ÀÉ', [101, 15743, 7668, 29347, 102]],
      ['price: $5 + 3%', [101, 3976, 1024, 1002, 1019, 1009, 1017, 1003, 102]],
      ['日本語 とカタカナ', [101, 1864, 1876, 1950, 1666, 30226, 30235, 30226, 30241, 102]],
      ['emoji 😀', [101, 7861, 29147, 2072, 100, 102]],
      ["don't re-do", [101, 2123, 1005, 1056, 2128, 1011, 2079, 102]],
    ]
    for (const [text, numbers] of known) assert.deepEqual(real.encode(text, 256), numbers, text)
  })
})

describe('the files of the local model', () => {
  const bytes = Buffer.from('content')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { package: 'p@1', from: 'f', to: 'deep/f', sha256 }

  it('are taken only when whole: a missing one and a changed one are named, with what was found and needed', async () => {
    assert.match((await findDamage(scratch, [file])) ?? '', /deep\/f is missing; run tandem model install/)
    mkdirSync(join(scratch, 'deep'))
    writeFileSync(join(scratch, 'deep/f'), bytes)
    assert.equal(await findDamage(scratch, [file]), null)
    writeFileSync(join(scratch, 'deep/f'), 'Content')
    const found = createHash('sha256').update('Content').digest('hex')
    assert.match(
      (await findDamage(scratch, [file])) ?? '',
      new RegExp(`found sha256 ${found}, needed ${sha256}`),
    )
  })

  it('are named for both kinds of Linux, and refused in words elsewhere', () => {
    for (const platform of ['linux/x64', 'linux/arm64']) {
      assert.ok(neededFiles(platform).some(({ to }) => to.includes(`/${platform}/libonnxruntime`)))
    }
    assert.throws(() => neededFiles('aix/ppc64'), /does not run on aix\/ppc64, only on linux\/x64/)
  })
})

describe('the local embedder', () => {
  it('says what to do when the model is not installed', async () => {
    const embedder = createLocalEmbedder({ dataFolder: join(scratch, 'none'), log })
    const result = await embedder.embed(['x'])
    assert.ok(!result.ok && result.failure.kind === 'unreachable')
    assert.match(result.failure.reason, /run tandem model install/)
    await embedder.close()
  })

  it('loads no file that was changed', async () => {
    const dataFolder = join(scratch, 'changed')
    const folder = modelFolder(dataFolder)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'model_q4.onnx'), 'not the model')
    const embedder = createLocalEmbedder({ dataFolder, log })
    const result = await embedder.embed(['x'])
    assert.ok(!result.ok)
    assert.match(result.failure.reason, /model_q4\.onnx: found sha256 [0-9a-f]{64}, needed e4dcb918/)
    await embedder.close()
  })

  it('loads nothing when a part of what runs the model was changed', { skip }, async () => {
    const dataFolder = join(scratch, 'linked')
    const [from, to] = [modelFolder(DATA), modelFolder(dataFolder)]
    for (const file of neededFiles()) {
      mkdirSync(dirname(join(to, file.to)), { recursive: true })
      symlinkSync(resolve(from, file.to), join(to, file.to))
    }
    const changed = join(to, 'node_modules/onnxruntime-node/dist/index.js')
    rmSync(changed)
    writeFileSync(changed, 'throw new Error("must never run")')
    const embedder = createLocalEmbedder({ dataFolder, log })
    const result = await embedder.embed(['x'])
    assert.ok(!result.ok)
    assert.match(result.failure.reason, /dist\/index\.js: found sha256/)
    await embedder.close()
  })

  it('puts texts of like meaning near each other, in vectors of length 1, one for each text in its place', {
    skip,
  }, async () => {
    const embedder = createLocalEmbedder({ dataFolder: DATA, log })
    const texts = [
      'How do I reset my password?',
      'I forgot my password and cannot log in',
      'What is the weather like in Paris?',
      'Will it rain in France tomorrow?',
      ...Array.from({ length: 70 }, (_, at) => `Filler ${'word '.repeat(at)}`),
      'How do I reset my password?',
      '',
    ]
    const result = await embedder.embed(texts)
    assert.ok(result.ok, JSON.stringify(result))
    const { vectors } = result
    assert.equal(vectors.length, texts.length)
    assert.equal(embedder.dimensions, vectors[0]?.length)
    const near = (a: number, b: number) => {
      let sum = 0
      for (const [at, value] of (vectors.at(a) as Float32Array).entries())
        sum += value * (vectors.at(b)?.[at] as number)
      return sum
    }
    for (let at = 0; at < vectors.length; at++) assert.ok(Math.abs(near(at, at) - 1) < 1e-4)
    assert.ok(near(0, 1) > near(0, 2) + 0.3)
    assert.ok(near(2, 3) > near(1, 3) + 0.2)
    assert.ok(near(0, -2) > 0.999, 'the same text gets the same vector, whatever it is embedded with')
    const cancelled = await embedder.embed(['x'], AbortSignal.abort())
    assert.ok(!cancelled.ok && cancelled.failure.kind === 'cancelled')
    await embedder.close()
  })
})
