/**
 * Unpacks a body that came packed with gzip, as some stores send what they hold whatever was asked for. The limit of the
 * size holds for what comes out, and nothing may grow beyond all measure.
 */

import { gunzip } from 'node:zlib'
import { grouped } from '@tandem/contract/grouped'

/** Text packs to a tenth or a fiftieth. */
const MOST_RATIO = 200
/** Small files may be as empty as they like. */
const FREE_BYTES = 1024 * 1024

export type Unpacked = { ok: true; bytes: Buffer } | { ok: false; reason: string }

export function unpackBody(packed: Buffer, maxBytes: number): Promise<Unpacked> {
  const byRatio = Math.max(FREE_BYTES, packed.length * MOST_RATIO)
  const maxOutputLength = Math.max(1, Math.min(maxBytes, byRatio))
  return new Promise((resolve) => {
    gunzip(packed, { maxOutputLength }, (error, bytes) => {
      if (!error) resolve({ ok: true, bytes })
      else if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE')
        resolve({ ok: false, reason: 'the file came encoded as gzip, and is damaged or cut short' })
      else if (byRatio < maxBytes)
        resolve({
          ok: false,
          reason: `the file came encoded as gzip, and unpacks to more than ${MOST_RATIO} times its size`,
        })
      else
        resolve({
          ok: false,
          reason: `the file is larger than the ${grouped(maxBytes)} bytes allowed`,
        })
    })
  })
}
