/** Notifications of the browser: a name and words, seen also when another window is in front. */
import { useSyncExternalStore } from 'react'

export type Permission = NotificationPermission | 'missing'

const listeners = new Set<() => void>()
const current = (): Permission => ('Notification' in window ? Notification.permission : 'missing')

/** Has to be called by a click. */
export async function askToNotify(): Promise<void> {
  if (current() !== 'missing') await Notification.requestPermission()
  for (const listener of listeners) listener()
}

export const usePermission = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, current)

/** Only while the page is not looked at. A later one of the same tag takes the place of the first. */
export function notify(tag: string, name: string, words: string, open: () => void): void {
  if (current() !== 'granted' || document.hasFocus()) return
  try {
    const shown = new Notification(name, { body: words, tag })
    shown.onclick = () => {
      window.focus()
      open()
      shown.close()
    }
  } catch {
    // Some phones allow them to service workers alone; sound and title still tell.
  }
}
