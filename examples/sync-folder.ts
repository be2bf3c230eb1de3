/**
 * Keeps a knowledge base in step with a folder of CSV files: new files are added, changed ones replaced, missing ones deleted.
 *   TANDEM_URL=http://127.0.0.1:7070 TANDEM_API_KEY=… node examples/sync-folder.ts ./faq "Name of the base"
 * The base belongs to the script: documents that are not in the folder are deleted from it.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Tandem, TandemError } from '@tandem/sdk'

const [folder = '.', baseName = 'Folder'] = process.argv.slice(2)
const { TANDEM_URL: url = 'http://127.0.0.1:7070', TANDEM_API_KEY: apiKey = '' } = process.env
const { knowledge } = new Tandem({ url, apiKey })

/** Name of a file → hash of what was sent of it. */
const memory = join(folder, '.tandem-sync.json')
const sent = readMemory()
let failures = 0

const knowledgeBaseId = await findBase(baseName)
const stored = new Map<string, string>()
for await (const { name, id } of knowledge.documents({ knowledgeBaseId })) stored.set(name, id)

for (const name of readdirSync(folder)
  .filter((each) => each.endsWith('.csv'))
  .sort()) {
  const data = readFileSync(join(folder, name))
  const hash = createHash('sha256').update(data).digest('hex')
  const docId = stored.get(name)
  stored.delete(name)
  if (docId && sent[name] === hash) continue
  try {
    if (docId) await knowledge.replaceFile(docId, { name, data, knowledgeBaseId })
    else await knowledge.addFile({ name, data, knowledgeBaseId })
    sent[name] = hash
    console.log(`${docId ? 'replaced' : 'added'} ${name}`)
  } catch (error) {
    if (!(error instanceof TandemError)) throw error
    failures++
    console.error(`${name}: ${error.message}`)
  }
}
for (const [name, docId] of stored) {
  await knowledge.deleteDocuments({ doc: [docId] })
  delete sent[name]
  console.log(`deleted ${name}`)
}
writeFileSync(memory, JSON.stringify(sent, null, 2))
process.exitCode = failures > 0 ? 1 : 0

async function findBase(name: string): Promise<string> {
  const { knowledge_base } = await knowledge.bases()
  const found = knowledge_base.find((each) => each.name === name)
  return found?.id ?? (await knowledge.createBase({ name })).knowledge_base_id
}

function readMemory(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(memory, 'utf8'))
  } catch {
    return {}
  }
}
