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

/**
 * Pairs and passages are ranked apart: pairs are told by their questions, passages by their text, and neither decides how
 * much the other counts.
 */
export function scopesByKind(index: BaseIndex, wanted: 'all' | ReadonlySet<string>): Scope[] {
  const isWanted = (part: Part) => wanted === 'all' || wanted.has(part.docId)
  if (!index.hasPassages) return [wanted === 'all' ? liveScope(index) : scopeOf(index, isWanted)]
  return [false, true].map((hasPassages) =>
    scopeOf(index, (part) => part.hasPassages === hasPassages && isWanted(part)),
  )
}

/** What is live and wanted. */
export function scopeOf(index: BaseIndex, isWanted: (part: Part) => boolean): Scope {
  const parts = new Uint8Array(index.parts.length)
  let phrasings = 0
  let whole = true
  for (let i = 0; i < parts.length; i++) {
    const part = index.parts[i] as Part
    const { live, from, to } = part
    if (live && isWanted(part)) {
      parts[i] = 1
      phrasings += to - from
    } else if (to > from || !live) whole = false
  }
  return { parts, phrasings, whole }
}
