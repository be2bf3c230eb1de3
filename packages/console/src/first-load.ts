/**
 * Asks for all that the first screen needs at once, while the page itself is still being made: who is signed in, the agents, and
 * the code of the screen. Otherwise each would wait for the one before.
 */
import { queries, queryClient } from './api.ts'
import { paths } from './paths.ts'
import { areas } from './routes.tsx'

/** `path` is the address below `/console`. */
export function loadAhead(path: string): void {
  // Nobody is signed in there.
  if (path === paths.signIn) return
  void queryClient.prefetchQuery(queries.session())
  const { queryKey, ...agents } = queries.agents()
  void queryClient.prefetchQuery({ queryKey, ...agents }).then(() => {
    // A person who is not signed in reads them after signing in.
    if (queryClient.getQueryState(queryKey)?.status === 'error') queryClient.removeQueries({ queryKey })
  })
  const [, first, , area] = path.split('/')
  const name = first === 'a' || first === '' ? (area ?? 'overview') : first
  areas
    .find((each) => each.name === name)
    ?.load?.()
    // The screen asks for it again, and says so if it fails again.
    .catch(() => {})
}
