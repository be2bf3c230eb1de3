/** How many wait, where a tab shows it: in the title and on the icon. */
import { useEffect } from 'react'

const SIZE = 64
const MOST_SHOWN = 9

let plainIcon: string | undefined

function iconLink(): HTMLLinkElement | null {
  return document.querySelector<HTMLLinkElement>('link[rel="icon"]')
}

/** A red disc with the number; without anybody waiting, the icon as it was. */
function drawIcon(count: number): void {
  const link = iconLink()
  if (!link) return
  plainIcon ??= link.href
  if (count === 0) {
    link.href = plainIcon
    return
  }
  const canvas = document.createElement('canvas')
  canvas.width = SIZE
  canvas.height = SIZE
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.fillStyle = '#c62b1f'
  pen.beginPath()
  pen.arc(SIZE / 2, SIZE / 2, SIZE / 2, 0, 2 * Math.PI)
  pen.fill()
  pen.fillStyle = '#fff'
  pen.font = 'bold 44px system-ui, sans-serif'
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count), SIZE / 2, SIZE / 2 + 3)
  link.href = canvas.toDataURL('image/png')
}

export function useTabCount(title: string, count: number): void {
  useEffect(() => {
    document.title = count > 0 ? `(${count}) ${title}` : title
    drawIcon(count)
  }, [title, count])
}
