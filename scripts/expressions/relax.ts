// Rewrites a regular expression into expressions that take at least as much time and that the automaton checker can read.

import { type AST, RegExpParser } from '@eslint-community/regexpp'

/** Replaces a lookaround that fails: a character that no attack text contains, so that every way to match is tried. */
const NEVER = '\\uE000'
/** A repetition with at most this maximum stays as it is, unless another repetition is inside or around it. */
const FEW = 8

export interface Part {
  /** The part as written in the expression. */
  readonly source: string
  readonly relaxed: readonly string[]
}

/**
 * The alternatives of an expression, which can be checked one by one because none makes another slower. A lookaround only ends
 * attempts early, so removing it never saves time; its body is checked separately. A large count becomes "any number of
 * times", which only adds ways to match.
 */
export function partsOf(source: string, flags: string): Part[] {
  const pattern = new RegExpParser({ ecmaVersion: 2025 }).parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  })
  return pattern.alternatives.map((alternative) => {
    const bodies: string[] = []
    const whole = rewritten(alternative, source, bodies, false)
    const relaxed = bodies.length === 0 ? whole : `(?:${whole})${NEVER}`
    return { source: alternative.raw, relaxed: [relaxed, ...bodies.map((body) => `^(?:${body})${NEVER}`)] }
  })
}

function rewritten(node: AST.Node, source: string, bodies: string[], isRepeated: boolean): string {
  if (node.type === 'Assertion' && (node.kind === 'lookahead' || node.kind === 'lookbehind')) {
    const alternatives = node.alternatives.map((each) => rewritten(each, source, bodies, false))
    bodies.push(alternatives.join('|'))
    return '(?:)'
  }
  if (node.type === 'Quantifier') {
    const isSingle = node.max <= 1 || node.min === node.max
    const isLarge = node.max > FEW || ((isRepeated || repeatsInside(node.element)) && !isSingle)
    const inner = rewritten(node.element, source, bodies, isRepeated || !isSingle)
    const lazy = node.greedy ? '' : '?'
    if (!isLarge) return `${inner}${source.slice(node.element.end, node.end)}`
    return `${inner}${node.min === 0 ? '*' : '+'}${lazy}`
  }
  const children = childrenOf(node)
  if (children.length === 0) return source.slice(node.start, node.end)
  let text = ''
  let at = node.start
  for (const child of children) {
    text += source.slice(at, child.start) + rewritten(child, source, bodies, isRepeated)
    at = child.end
  }
  return text + source.slice(at, node.end)
}

function childrenOf(node: AST.Node): readonly AST.Node[] {
  if (node.type === 'Alternative') return node.elements
  if (node.type === 'Pattern' || node.type === 'Group' || node.type === 'CapturingGroup')
    return node.alternatives
  return []
}

function repeatsInside(node: AST.Node): boolean {
  if (node.type === 'Quantifier') return node.max > 1 || repeatsInside(node.element)
  return childrenOf(node).some(repeatsInside)
}
