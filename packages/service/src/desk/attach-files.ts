/** Files that a person attaches to a reply: they are stored with the message, and the user gets an address for each. */
import { createHash } from 'node:crypto'
import type { DeskReplyFile } from '@tandem/contract/desk'
import { base64Words } from '@tandem/contract/fields'
import { insertFiles } from '../answering/files/file-store.ts'
import type { LinkTo } from '../conversations/history-routes.ts'
import { decodeBase64 } from '../knowledge/decode-base64.ts'
import type { Tx } from '../platform/database/handle.ts'
import { parameterFault } from '../platform/fault.ts'

const MOST_BYTES = 10 * 1024 * 1024

export async function readyFiles(files: readonly DeskReplyFile[], messageId: string, linkTo: LinkTo) {
  const read = await Promise.all(files.map((file, n) => contentOf(file, n)))
  const digest = createHash('sha256')
  for (const [n, { name }] of files.entries()) digest.update(`${name}\0`).update(read[n] ?? '')
  return {
    messageId,
    digest: digest.digest('base64url'),
    lines: files.map(({ name }, n) => `${name} ${linkTo(messageId, n) ?? ''}`.trimEnd()),
    files: files.map(({ name }, n) => ({ name, size: read[n]?.length ?? 0, file: n })),
    /** To be called in the transaction of the reply. */
    store: (tx: Tx) =>
      insertFiles(
        tx,
        messageId,
        read.map((content) => content.toString('base64')),
      ),
  }
}

async function contentOf({ base64_content }: DeskReplyFile, n: number): Promise<Buffer> {
  const field = `files[${n}].base64_content`
  const content = await decodeBase64(base64_content)
  if (!content) throw parameterFault(field, 'what is not base64, or was cut short', base64Words)
  if (content.length > MOST_BYTES)
    throw parameterFault(field, `a file of ${content.length} bytes`, `at most ${MOST_BYTES} bytes`)
  return content
}
