/**
 * Cuts what fences data in the prompt out of a streamed answer, should a model repeat them. The fence is a random word
 * of this turn, so nothing else can look like them. What might become one is held back until it is clear.
 */
export interface FenceCutter {
  push(text: string): string
  /** What was held back and is text after all. */
  end(): string
}

const MOST_LABEL_CHARS = 60

export function createFenceCutter(fence: string): FenceCutter {
  const leads = ['data', 'end'].map((word) => `<<${word} ${fence}`)
  const line = new RegExp(`(?:${leads.join('|')})[^>\\n]{0,${MOST_LABEL_CHARS}}>>`, 'g')
  let held = ''

  function mayBecomeLine(tail: string): boolean {
    return leads.some(
      (lead) =>
        lead.startsWith(tail) ||
        (tail.startsWith(lead) && /^[^>\n]*>?$/.test(tail) && tail.length < lead.length + MOST_LABEL_CHARS),
    )
  }

  return {
    push(text) {
      const all = (held + text).replace(line, '')
      const at = all.endsWith('<') && !all.endsWith('<<') ? all.length - 1 : all.lastIndexOf('<<')
      const isHeld = at !== -1 && mayBecomeLine(all.slice(at))
      held = isHeld ? all.slice(at) : ''
      return isHeld ? all.slice(0, at) : all
    },
    end() {
      const rest = held
      held = ''
      return rest
    },
  }
}
