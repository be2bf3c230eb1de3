/** Fills facts about the user, the agent and the person at the desk into the variables of a snippet. */
import { type SnippetVariable, snippetVariables } from '@tandem/contract/desk-help'
import { parameterFault } from '../platform/fault.ts'

/** With the space before it, which is removed together with a variable without a value. */
const VARIABLE = /( ?)\{([a-z]{1,20}\.[a-z]{1,20})\}/g
/** A word in braces is probably meant as a variable. Other braces are plain text. */
const LIKE_VARIABLE = /\{ {0,3}(\p{L}[\p{L}\d_.-]{0,40}) {0,3}\}/gu

export type SnippetValues = Readonly<Record<SnippetVariable, string | null>>

const isVariable = (name: string): name is SnippetVariable =>
  (snippetVariables as readonly string[]).includes(name)

/** Throws on misspelt variables: the user would see them as they are. */
export function checkVariables(text: string): void {
  for (const [found, name = ''] of text.matchAll(LIKE_VARIABLE)) {
    if (isVariable(name) && found === `{${name}}`) continue
    const needed = snippetVariables.map((each) => `{${each}}`).join(', ')
    throw parameterFault('text', found, `variables among ${needed}`)
  }
}

export function fillSnippet(
  text: string,
  values: SnippetValues,
): { filled: string; missing: SnippetVariable[] } {
  const missing = new Set<SnippetVariable>()
  const filled = text.replace(VARIABLE, (whole, space: string, name: string) => {
    if (!isVariable(name)) return whole
    const value = values[name]
    if (value !== null) return `${space}${value}`
    missing.add(name)
    return ''
  })
  return { filled, missing: [...missing] }
}
