/** A hash of the whole content of a message, which recognises a repeated one. Made in slices, because files can be large. */
import { createHash } from 'node:crypto'
import { setImmediate as nextTick } from 'node:timers/promises'
import type { ContentFile, ContentPart, UserContent } from '@tandem/contract/conversation'
import { mapFiles } from '../files/message-content.ts'
import type { TurnItem } from './turn-item.ts'

/** Hashing this much takes a millisecond or two. */
const SLICE_CHARS = 1024 * 1024

type SentContent = Pick<TurnItem, 'given' | 'givenFiles' | 'config'> & { readonly content: UserContent }

/** The mode does not count: a client may repeat an interrupted streaming request in blocking mode. */
export async function fingerprintOf(input: SentContent): Promise<string> {
  const { given, givenFiles, config } = input
  const files: string[] = []
  const numbered = ({ base64_content, ...file }: ContentFile): ContentFile =>
    base64_content === undefined ? file : { ...file, base64_content: `${files.push(base64_content)}` }
  const withNumbers = (content: UserContent): ContentPart[] => content.map((part) => mapFiles(part, numbered))

  const said: unknown[] = [withNumbers(input.content), given, config]
  if (givenFiles) said.push({ ...givenFiles, documents: withNumbers(givenFiles.documents) })
  for (const file of files) said.push(await hashInSlices(file))
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url')
}

async function hashInSlices(text: string): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < text.length; at += SLICE_CHARS) {
    if (at > 0) await nextTick()
    hash.update(text.slice(at, at + SLICE_CHARS))
  }
  return hash.digest('base64url')
}
