/**
 * Cuts the fences of the prompt's data out of a streamed answer, should a model repeat them. The fence is a random word of this
 * turn, so nothing else can look like them. The beginning of a line that may be one is held back until it is clear.
 */
const MAX_LABEL_CHARS = 60
const LINE = /<<(?:data|end) [^>\n]{1,120}>>/g

export function createFenceCutter(fence: string) {
  const leads = ['data', 'end'].map((word) => `<<${word} ${fence}`)
  let held = ''

  const mayBecomeLine = (tail: string) =>
    leads.some(
      (lead) =>
        lead.startsWith(tail) ||
        (tail.startsWith(lead) && /^[^>\n]*>?$/.test(tail) && tail.length < lead.length + MAX_LABEL_CHARS),
    )

  return {
    push(text: string): string {
      const all = (held + text).replace(LINE, (line) =>
        leads.some((lead) => line.startsWith(lead)) ? '' : line,
      )
      const at = all.endsWith('<') && !all.endsWith('<<') ? all.length - 1 : all.lastIndexOf('<<')
      const isHeld = at !== -1 && mayBecomeLine(all.slice(at))
      held = isHeld ? all.slice(at) : ''
      return isHeld ? all.slice(0, at) : all
    },
    /** Returns the held text that is no fence after all. */
    end(): string {
      const rest = held
      held = ''
      return rest
    },
  }
}
