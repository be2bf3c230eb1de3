/** Handlers that are loaded with their first call: what few requests need should not make every start slower. */
import type { Answer, Call } from './route.ts'

type Handlers = Readonly<Record<string, (call: Call) => Promise<Answer>>>

export function lazyHandlers<T extends Handlers>(load: () => Promise<T>): T {
  let loading: Promise<T> | undefined
  const handlerOf = (name: string) => async (call: Call) => {
    // A load that failed is tried again: it must not be the last word.
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    const handlers = await loading
    return (handlers[name] as (call: Call) => Promise<Answer>)(call)
  }
  return new Proxy({} as T, { get: (_, name) => handlerOf(String(name)) })
}
