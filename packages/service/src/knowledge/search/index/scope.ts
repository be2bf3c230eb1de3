/** Which parts of an index a search may show, and how many phrasings those hold. */
import type { BaseIndex, Part } from './base-index.ts'

export interface Scope {
  /** By part: 1 when it may be shown. */
  readonly parts: Uint8Array
  readonly phrasings: number
  /** Nothing is left out. */
  readonly whole: boolean
}

const kept = new WeakMap<BaseIndex, { epoch: number; partCount: number; scope: Scope }>()

/** Everything that is live; kept until that changes, since most searches ask for it. */
export function liveScope(index: BaseIndex): Scope {
  const known = kept.get(index)
  if (known?.epoch === index.shownEpoch && known.partCount === index.parts.length) {
    const phrasings = known.scope.whole ? index.part.length : known.scope.phrasings
    return known.scope.phrasings === phrasings ? known.scope : { ...known.scope, phrasings }
  }
  const scope = scopeOf(index, () => true)
  kept.set(index, { epoch: index.shownEpoch, partCount: index.parts.length, scope })
  return scope
}

/** What is live and wanted. */
export function scopeOf(index: BaseIndex, isWanted: (docId: string) => boolean): Scope {
  const parts = new Uint8Array(index.parts.length)
  let phrasings = 0
  let whole = true
  for (let i = 0; i < parts.length; i++) {
    const { live, docId, from, to } = index.parts[i] as Part
    if (live && isWanted(docId)) {
      parts[i] = 1
      phrasings += to - from
    } else if (to > from || !live) whole = false
  }
  return { parts, phrasings, whole }
}
