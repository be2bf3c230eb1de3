/** Files of a message, below its words. */
import type { Message } from './service.ts'

/** Pictures are shown, all else is a link; the service lets nothing of it run. */
export function showFiles(made: HTMLElement, { files }: Message): void {
  for (const { name, kind, url } of files ?? []) {
    const link = document.createElement('a')
    link.className = 'file'
    link.href = url
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
    if (kind === 'image') {
      const picture = document.createElement('img')
      picture.alt = name
      picture.src = url
      link.append(picture)
    } else link.textContent = name
    made.append(link)
  }
}
