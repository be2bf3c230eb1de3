/** Handlers that are loaded with their first call: what no start needs should not make every start slower. */
import type { Answer, Call } from './route.ts'

type Handlers = Readonly<Record<string, (call: Call) => Promise<Answer>>>

/** `warmUps` gets what loads them ahead of the first call, for those that most installations call soon. */
export function lazyHandlers<T extends Handlers>(
  load: () => Promise<T>,
  warmUps?: (() => Promise<unknown>)[],
): T {
  let loading: Promise<T> | undefined
  let loaded: T | undefined
  const loadOnce = () => {
    // A load that failed is tried again: it must not be the last word.
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  const handlerOf = (name: string) => {
    const handle = (handlers: T, call: Call) => (handlers[name] as (call: Call) => Promise<Answer>)(call)
    const handleFirst = async (call: Call) => {
      loaded ??= await loadOnce()
      return handle(loaded, call)
    }
    return (call: Call) => (loaded ? handle(loaded, call) : handleFirst(call))
  }
  warmUps?.push(loadOnce)
  return new Proxy({} as T, { get: (_, name) => handlerOf(String(name)) })
}
