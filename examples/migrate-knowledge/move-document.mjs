// Adds one document to the target, in the ways that suit its kind, one after the other until one works.
import { kindOf, pairsOf, recoverChunks, stemOf } from './originals.mjs'

const SHEETS = ['csv', 'tsv', 'xls', 'xlsx']

/** Files of pairs come first for sheets; a sheet that holds none is kept as it is, where the target can do that. */
function waysFor(kind, asText) {
  const qa = (purpose) => ({ path: '/v1/bot/doc/qa/add', more: { purpose } })
  const text = { path: '/v1/bot/doc/text/add', more: { chunk_token: 600 } }
  const sheet = { path: '/v1/bot/doc/spreadsheet/add', more: { chunk_token: 600 } }
  if (SHEETS.includes(kind)) return [qa('QA_FILE'), sheet]
  return asText ? [text, qa('FILE_2_QA')] : [qa('FILE_2_QA'), text]
}

const named = (name, kind) =>
  kind === '' || name.toLowerCase().endsWith(`.${kind}`) ? name : `${name}.${kind}`

/** What stands for the document: a file entry, or pairs; or why there is nothing. */
export async function contentOf(document, baseName, { source, findFile, recover }) {
  const kind = kindOf(document)
  const file = findFile(document, baseName)
  if (file)
    return { kind: kindOf({ name: file.name }), entry: { file_name: file.name, file_base64: file.base64 } }
  const url = document.source_url ?? ''
  if (/^https?:\/\//.test(url)) {
    return { kind, entry: { file_name: named(document.name, kind), file_url: url, source_url: url } }
  }
  if (!recover) return { lack: 'it has no source_url, and no file of its name is in the folder of originals' }
  const chunks = await recoverChunks(source, document)
  if (!chunks)
    return { lack: 'it has no source_url and no file, and not all of its chunks came up in searches' }
  const pairs = pairsOf(chunks, document)
  if (pairs) return { pairs }
  const text = Buffer.from(chunks.join('\n\n')).toString('base64')
  return { kind: 'txt', entry: { file_name: `${stemOf(document.name)}.txt`, file_base64: text } }
}

/** Answers `{ id, how }`, or `{ lack }`: why it was not moved. */
export async function moveDocument(document, base, options) {
  const { target, asText } = options
  const content = await contentOf(document, base.name, options)
  if (content.lack) return content
  if (content.pairs) {
    const body = { purpose: 'QA_TEXT', name: stemOf(document.name), qaList: content.pairs }
    const { id, lack } = await add(target, '/v1/bot/doc/qa/add', {
      ...body,
      knowledge_base_id: base.targetId,
    })
    return id ? { id, how: `${content.pairs.length} pairs from searches` } : { lack }
  }
  const reasons = []
  for (const { path, more } of waysFor(content.kind, asText)) {
    const body = { ...more, knowledge_base_id: base.targetId, files: [content.entry] }
    const { id, lack } = await add(target, path, body)
    if (id) return { id, how: `${more.purpose ?? path} from ${content.entry.source_url ?? 'the file'}` }
    reasons.push(`${more.purpose ?? path}: ${lack}`)
  }
  return { lack: reasons.join('; ') }
}

async function add(target, path, body) {
  const { status, json, text } = await target.request('POST', path, body)
  const id = json?.doc?.[0]?.doc_id
  if (status === 200 && id) return { id }
  const reason = json?.failed_reasons?.[0]?.reason ?? json?.message ?? text.slice(0, 200)
  return { lack: `${status === 200 ? '' : `${status} `}${reason}` }
}
