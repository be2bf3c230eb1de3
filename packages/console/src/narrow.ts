/** Whether the screen is narrow, as on a phone: lists then show fewer columns. */
import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(max-width: 767px)')

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useIsNarrow = () => useSyncExternalStore(subscribe, () => query.matches)
