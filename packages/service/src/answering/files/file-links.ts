/**
 * Addresses of files that users or people at a desk sent. Whoever has the address gets the file until it expires. Nothing is
 * stored for an address: it contains, encrypted, the file and the time of expiry.
 */
import { findMessage, type MessageRow } from '../../conversations/store.ts'
import { storedFiles } from '../../conversations/stored-files.ts'
import { DAY_MS } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { Fault } from '../../platform/fault.ts'
import { fileResponse } from '../../platform/http/byte-range.ts'
import { type Call, pathParam, type RouteResponse } from '../../platform/http/route.ts'
import { createSecretBox, type SecretBox } from '../../platform/secrets.ts'
import { findFile } from './file-store.ts'

const GOOD_FOR_MS = 7 * DAY_MS
const CONTEXT = 'message_file'

/** Formats that a browser may show. All others can only be saved, so that no file of a user runs as a page of our origin. */
const shown: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
}

export function createFileLinks(
  deps: Pick<Core, 'clock' | 'database'> & {
    /** The key that seals addresses. */
    fileKey: Buffer
    /** Opens addresses that an earlier version sealed with it and that may still be valid. */
    box: SecretBox
    publicUrl: string | undefined
  },
) {
  const { database, clock, publicUrl } = deps
  const box = createSecretBox([deps.fileKey])

  function opened(token: string): { messageId: string; file: number } | undefined {
    const plain = plainOf(token, box) ?? plainOf(token, deps.box)
    if (plain === undefined) return undefined
    const [messageId = '', file = '', expiresAt = ''] = plain.split(' ')
    return Number(expiresAt) > clock.now() ? { messageId, file: Number(file) } : undefined
  }

  const pathTo = (messageId: string, file: number) =>
    `/files/${box.seal(`${messageId} ${file} ${clock.now() + GOOD_FOR_MS}`, CONTEXT)}`

  return {
    pathTo,

    /** Undefined when the service does not know its own address. */
    linkTo: (messageId: string, file: number): string | undefined =>
      publicUrl === undefined ? undefined : publicUrl + pathTo(messageId, file),

    async serve(call: Call): Promise<RouteResponse> {
      const target = opened(pathParam(call, 'token'))
      const message = target && (await findMessage(database, target.messageId))
      const file = message && (await findFile(database.scanReader, message.id, target.file))
      if (!file) throw new Fault('notFound', 'There is no such file, or its address has expired.')
      const { name, kind } = describedIn(message, target.file)
      const type = Object.hasOwn(shown, kind) ? shown[kind] : undefined
      return fileResponse(file, call.headers.range, {
        contentType: type ?? 'application/octet-stream',
        headers: {
          'content-disposition': `${type ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
          'cache-control': 'private, no-store',
          'content-security-policy': "default-src 'none'; sandbox",
        },
      })
    },
  }
}

function plainOf(token: string, box: SecretBox): string | undefined {
  try {
    return box.open(token, CONTEXT)
  } catch {
    return undefined
  }
}

/** The name of a file, and its kind by the ending of its name or its format. */
function describedIn(message: MessageRow, file: number): { name: string; kind: string } {
  const { name, format = '' } = storedFiles(message).find((each) => each.file === file) ?? {}
  const kind = (/\.([a-z0-9]{1,5})$/i.exec(name ?? '')?.[1] ?? format).toLowerCase()
  return { name: (name ?? `file.${kind || 'bin'}`).toWellFormed(), kind }
}
