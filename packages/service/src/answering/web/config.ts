/** The configuration that a page reads before anybody opens the chat. Nothing is stored. */
import type { AgentSettings } from '@tandem/contract/agent-settings'
import { maxWebFileBytes, webFileFormats } from '@tandem/contract/web-files'
import { languages } from '@tandem/languages/languages'
import type { Availability } from './availability.ts'

type Web = AgentSettings['web']

export const titleOf = (agentName: string, { title }: Web) => (title === '' ? agentName : title)

export function chatConfigView(agentName: string, web: Web, availability: Availability) {
  return {
    title: titleOf(agentName, web),
    greeting: web.greeting,
    theme: { ...web.theme, accent_ink: inkOn(web.theme.accent) },
    starters: web.starters,
    languages: languages.map(({ code }) => code),
    can_hand_over: availability.state !== 'none',
    availability,
    files: web.files ? { max_bytes: maxWebFileBytes, formats: webFileFormats } : null,
    can_save: web.transcript,
  }
}

/** Black or white, whichever has more contrast with the colour: at least 4.58. */
export function inkOn(colour: string): '#000000' | '#ffffff' {
  const light = luminanceOf(colour)
  const onWhite = 1.05 / (light + 0.05)
  const onBlack = (light + 0.05) / 0.05
  return onWhite >= onBlack ? '#ffffff' : '#000000'
}

/** The luminance of `#rrggbb`, as WCAG defines it. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
