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
      const all = withoutLines(held + text, leads)
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

function withoutLines(text: string, leads: readonly string[]): string {
  let rest = text
  for (const lead of leads) {
    // What stands behind a lead goes as far as the end of its line; without one it is text.
    const [first = '', ...pieces] = rest.split(lead)
    rest = pieces.reduce((before, piece) => {
      const label = /^[^>\n]*>>/.exec(piece.slice(0, MOST_LABEL_CHARS + 2))
      return before + (label ? piece.slice(label[0].length) : lead + piece)
    }, first)
  }
  return rest
}
