// Finds the regular expressions of a module: literals, and places that build one from strings.

import type { AnyNode, CallExpression, NewExpression } from 'acorn'
import { type Module, walk } from './modules.ts'

export interface Place {
  readonly path: string
  readonly line: number
  /** Starts at 1, as in stack traces. */
  readonly column: number
}

export interface Expression extends Place {
  readonly source: string
  readonly flags: string
  /** The maximum length of text that `limited(…)` allows. */
  readonly limit: number | undefined
}

export interface BuildingSite extends Place {
  readonly limit: number | undefined
}

export interface Found {
  readonly literals: readonly Expression[]
  readonly sites: readonly BuildingSite[]
  readonly faults: readonly (Place & { readonly text: string })[]
}

export function expressionsOf({ path, program }: Module): Found {
  const literals: Expression[] = []
  const sites: BuildingSite[] = []
  const faults: (Place & { text: string })[] = []
  const placeOf = ({ loc }: AnyNode): Place => ({
    path,
    line: loc?.start.line ?? 0,
    column: (loc?.start.column ?? 0) + 1,
  })
  const limitOf = (node: AnyNode, around: readonly AnyNode[]) => {
    const outer = around.at(-1)
    if (outer?.type !== 'CallExpression' || nameOf(outer.callee) !== 'limited') return undefined
    if (outer.arguments[0] !== node) return undefined
    const limit = numberOf(outer.arguments[1], program)
    if (limit === undefined) {
      const text = 'the limit must be a number, or a constant of this module that is one'
      faults.push({ ...placeOf(node), text })
    }
    return limit
  }
  walk(program, (node, around) => {
    if (node.type === 'Literal' && node.regex) {
      const { pattern: source, flags } = node.regex
      literals.push({ ...placeOf(node), source, flags, limit: limitOf(node, around) })
    } else if (isBuilding(node)) {
      sites.push({ ...placeOf(node), limit: limitOf(node, around) })
      if (!runsAtLoad(program, around, new Set())) {
        const text = 'builds an expression when it is called; build it when the module loads, from its table'
        faults.push({ ...placeOf(node), text })
      }
    } else if (nameOf(node) === 'RegExp' && !isPlainUse(node, around.at(-1))) {
      faults.push({ ...placeOf(node), text: 'RegExp under another name cannot be followed' })
    } else if (isImplicit(node)) {
      faults.push({ ...placeOf(node), text: 'a string becomes an expression here; write it as one' })
    }
  })
  return { literals, sites, faults }
}

const nameOf = (node: AnyNode) => (node.type === 'Identifier' ? node.name : undefined)

function isBuilding(node: AnyNode): node is NewExpression | CallExpression {
  return (node.type === 'NewExpression' || node.type === 'CallExpression') && nameOf(node.callee) === 'RegExp'
}

function isPlainUse(node: AnyNode, outer: AnyNode | undefined): boolean {
  if (!outer) return false
  if (isBuilding(outer)) return outer.callee === node
  if (outer.type === 'BinaryExpression') return outer.operator === 'instanceof'
  return outer.type === 'ClassDeclaration' && outer.superClass === node
}

/** Whether the call makes an expression from a string, as `text.match('a|b')` does. */
function isImplicit(node: AnyNode): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  if (!['match', 'matchAll', 'search'].includes(nameOf(node.callee.property) ?? '')) return false
  const [first] = node.arguments
  const isText = first?.type === 'Literal' && typeof first.value === 'string'
  return node.arguments.length === 1 && (isText || first?.type === 'TemplateLiteral')
}

function numberOf(node: AnyNode | undefined, program: AnyNode): number | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'number' ? node.value : undefined
  let found: number | undefined
  walk(program, (each, around) => {
    if (each.type !== 'VariableDeclarator' || around.length > 3) return
    const isIt = node?.type === 'Identifier' && nameOf(each.id) === node.name
    if (isIt && each.init) found = numberOf(each.init, { type: 'EmptyStatement', start: 0, end: 0 })
  })
  return found
}

/**
 * Whether code inside these nodes runs only while the module loads: every function around it is an argument of a call
 * (`list.map(…)`), or is private to this module and used only by code that itself runs only while the module loads.
 */
function runsAtLoad(program: AnyNode, around: readonly AnyNode[], followed: Set<string>): boolean {
  for (const [depth, node] of around.entries()) {
    const outer = around[depth - 1]
    if (node.type === 'FunctionDeclaration') {
      if (outer?.type !== 'Program' || !isUsedAtLoad(program, node.id?.name ?? '', followed)) return false
    } else if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') {
      if (outer?.type === 'CallExpression') continue
      const isOwn = outer?.type === 'VariableDeclarator' && around[depth - 3]?.type === 'Program'
      if (!isOwn || !isUsedAtLoad(program, nameOf(outer.id) ?? '', followed)) return false
    } else if (node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') return false
  }
  return true
}

function isUsedAtLoad(program: AnyNode, name: string, followed: Set<string>): boolean {
  if (followed.has(name)) return true
  followed.add(name)
  let isAtLoad = true
  walk(program, (node, around) => {
    if (nameOf(node) !== name) return
    const outer = around.at(-1)
    const isDeclared =
      (outer?.type === 'FunctionDeclaration' || outer?.type === 'VariableDeclarator') && outer.id === node
    if (outer?.type === 'ExportSpecifier' || (!isDeclared && !runsAtLoad(program, around, followed))) {
      isAtLoad = false
    }
  })
  return isAtLoad
}
