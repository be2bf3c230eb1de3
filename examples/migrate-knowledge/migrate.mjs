#!/usr/bin/env node
// Moves the knowledge bases of one agent to another through the API that the platform and Tandem share.
// Needs Node 20.12 or later and nothing else. docs/migrating.md says what it can and cannot move.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect } from './api.mjs'
import { contentOf, moveDocument } from './move-document.mjs'
import { openFolder, stemOf } from './originals.mjs'

const USAGE = `Usage: FROM_API_KEY=… TO_API_KEY=… node migrate.mjs --from <url> --to <url> [options]

  --from <url>    where the knowledge is, such as https://api-sg.gptbots.ai
  --to <url>      where it goes, such as http://localhost:7070
  --files <dir>   folder with original files, found by the names of the documents
  --recover       read documents without source_url and file through searches of the source
  --as-text       keep documents of text as text, and do not turn them into pairs first
  --dry-run       say what would be moved, and move nothing

Exit code: 0 all is there, 1 it could not run, 2 some documents could not be moved.`

const POLL_MS = 1000
const MOST_POLLS = 900

process.exitCode = await main().catch((error) => {
  console.error(error.message)
  return 1
})

async function main() {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      files: { type: 'string' },
      recover: { type: 'boolean', default: false },
      'as-text': { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  const { FROM_API_KEY, TO_API_KEY } = process.env
  if (!values.from || !values.to || !FROM_API_KEY || !TO_API_KEY) throw new Error(USAGE)
  const options = {
    source: connect({ name: 'the source', url: values.from, key: FROM_API_KEY }),
    target: connect({ name: 'the target', url: values.to, key: TO_API_KEY }),
    findFile: openFolder(values.files),
    recover: values.recover,
    asText: values['as-text'],
    isDry: values['dry-run'],
  }
  const targetBases = await options.target.bases()
  let missing = 0
  for (const base of await options.source.bases()) {
    console.log(`${base.name}`)
    const known = targetBases.find(({ name }) => name === base.name)?.id
    missing += await moveBase({ ...base, targetId: known }, options)
  }
  if (options.isDry) return missing === 0 ? 0 : 2
  console.log(missing === 0 ? 'All documents are there.' : `${missing} documents are not there; see above.`)
  return missing === 0 ? 0 : 2
}

/** Answers how many documents of the base the target lacks in the end. */
async function moveBase(base, options) {
  const { source, target, isDry } = options
  const documents = await source.documents(base.id)
  const there = base.targetId === undefined ? [] : await target.documents(base.targetId)
  const wanted = lacking(documents, there)
  console.log(
    `  ${documents.length} documents, ${documents.length - wanted.length} of them are there already`,
  )
  if (isDry) {
    let lacks = 0
    for (const document of wanted) {
      const { lack } = await contentOf(document, base.name, options)
      console.log(lack ? `  CANNOT MOVE ${document.name}: ${lack}` : `  would move  ${document.name}`)
      if (lack) lacks++
    }
    return lacks
  }
  const targetId = base.targetId ?? (await target.createBase(base))
  const added = []
  for (const document of wanted) {
    const { id, how, lack } = await moveDocument(document, { ...base, targetId }, options)
    if (id) added.push({ id, name: document.name })
    console.log(id ? `  moved       ${document.name}  (${how})` : `  NOT MOVED   ${document.name}: ${lack}`)
  }
  await settle(target, added)
  return report(documents, await target.documents(targetId))
}

/** Documents of which the target has too few by that name. */
function lacking(documents, there) {
  const left = new Map()
  for (const { name } of there) left.set(stemOf(name), (left.get(stemOf(name)) ?? 0) + 1)
  return documents.filter(({ name }) => {
    const count = left.get(stemOf(name)) ?? 0
    if (count > 0) left.set(stemOf(name), count - 1)
    return count === 0
  })
}

/** Waits until what was added is converted. */
async function settle(target, added) {
  let open = added
  for (let polls = 0; open.length > 0 && polls < MOST_POLLS; polls++) {
    const pending = []
    for (let i = 0; i < open.length; i += 50) {
      const slice = open.slice(i, i + 50)
      const statuses = new Map(
        (await target.statuses(slice.map(({ id }) => id))).map((each) => [each.data_id, each.data_status]),
      )
      for (const { name, id } of slice) {
        const status = statuses.get(id)
        if (status === 'PROCESSING') pending.push({ name, id })
        else if (status !== 'AVAILABLE') console.log(`  NOT READ    ${name}: ${status ?? 'it is gone'}`)
      }
    }
    open = pending
    if (open.length > 0) await pause(POLL_MS)
  }
  for (const { name } of open) console.log(`  still being converted: ${name}`)
}

/** Counts both sides anew. */
function report(documents, there) {
  const chunks = (list) => list.reduce((sum, { chunk = 0 }) => sum + chunk, 0)
  console.log(`  source: ${documents.length} documents, ${chunks(documents)} chunks`)
  console.log(`  target: ${there.length} documents, ${chunks(there)} pairs`)
  const failed = there.filter(({ status }) => status === 'FAILED')
  for (const { name } of failed) console.log(`  FAILED      ${name}: it is there and could not be converted`)
  const missing = lacking(
    documents,
    there.filter(({ status }) => status !== 'FAILED'),
  )
  for (const { name } of missing) console.log(`  missing     ${name}`)
  return missing.length
}
