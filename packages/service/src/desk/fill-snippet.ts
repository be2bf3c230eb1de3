/** Fills in a snippet: its variables become what is known of the user, the agent and the person who says it. */
import { type SnippetVariable, snippetVariables } from '@tandem/contract/desk-help'
import { parameterFault } from '../platform/fault.ts'

/** With the space before it, so that one that is left out leaves no gap. */
const VARIABLE = /( ?)\{([a-z]{1,20}\.[a-z]{1,20})\}/g
/** A word in braces, which may be meant as a variable. Other braces are plain text. */
const MEANT = /\{ {0,3}(\p{L}[\p{L}\d_.-]{0,40}) {0,3}\}/gu

export type Known = Readonly<Record<SnippetVariable, string | null>>

const isVariable = (name: string): name is SnippetVariable =>
  (snippetVariables as readonly string[]).includes(name)

/** A misspelt variable would be said to a user as it stands. */
export function checkVariables(text: string): void {
  for (const [found, name = ''] of text.matchAll(MEANT)) {
    if (isVariable(name) && found === `{${name}}`) continue
    const needed = snippetVariables.map((each) => `{${each}}`).join(', ')
    throw parameterFault('text', found, `variables among ${needed}`)
  }
}

export function fillSnippet(text: string, known: Known): { filled: string; missing: SnippetVariable[] } {
  const missing = new Set<SnippetVariable>()
  const filled = text.replace(VARIABLE, (whole, space: string, name: string) => {
    if (!isVariable(name)) return whole
    const value = known[name]
    if (value !== null) return `${space}${value}`
    missing.add(name)
    return ''
  })
  return { filled, missing: [...missing] }
}
