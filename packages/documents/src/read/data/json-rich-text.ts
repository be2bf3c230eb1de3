/** Rich text of editors inside JSON, as content systems export it (Contentful, Slate, ProseMirror, Lexical): made plain text in place. */
import type { Json, JsonObject } from './json-pairs.ts'

const DEEPEST = 60
/** What a node says of itself; anything else in words would be lost with it. */
const OWN_FIELDS =
  /^(?:type|nodeType|object|format|direction|style|tag|mode|listType|indent|key|id|lang|align)$/

/** Replaces all rich text below a value; the value is our own. */
export function withPlainText(root: Json): Json {
  if (root === null || typeof root !== 'object') return root
  const whole = richText(root)
  if (whole !== undefined) return whole
  const waiting: (Json[] | JsonObject)[] = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const fields = node as JsonObject
    for (const [key, each] of Object.entries(fields)) {
      if (each === null || typeof each !== 'object') continue
      const text = richText(each)
      if (text !== undefined) fields[key] = text
      else waiting.push(each)
    }
  }
  return root
}

/** Undefined where the value is anything else. */
function richText(value: Json[] | JsonObject): string | undefined {
  const nodes = Array.isArray(value) ? value : [value]
  if (nodes.length === 0 || !nodes.every((node) => isBlock(node))) return undefined
  const text = nodes
    .map((node) => written(node, 0))
    .filter(Boolean)
    .join('\n\n')
  return text || undefined
}

function isBlock(node: Json): node is JsonObject {
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return false
  return (
    typeof (node.nodeType ?? node.type) === 'string' && childrenOf(node) !== undefined && isWhole(node, 0)
  )
}

function childrenOf(node: JsonObject): Json[] | undefined {
  const children = node.content ?? node.children
  return Array.isArray(children) ? children : undefined
}

const isLeaf = (node: Json): node is JsonObject =>
  node !== null && typeof node === 'object' && leafText(node as JsonObject) !== undefined

function leafText(node: JsonObject): string | undefined {
  if (childrenOf(node)) return undefined
  if (typeof node.text === 'string') return node.text
  return node.nodeType === 'text' && typeof node.value === 'string' ? node.value : undefined
}

/** Made of nodes and their texts only. */
function isWhole(node: Json, depth: number): boolean {
  if (node === null || typeof node !== 'object' || Array.isArray(node) || depth > DEEPEST) return false
  if (isLeaf(node)) return true
  if (Object.entries(node).some(([key, each]) => typeof each === 'string' && !OWN_FIELDS.test(key)))
    return false
  return (childrenOf(node) ?? []).every((child) => isWhole(child, depth + 1))
}

function written(node: Json, depth: number): string {
  if (node === null || typeof node !== 'object' || Array.isArray(node) || depth > DEEPEST) return ''
  const own = leafText(node)
  if (own !== undefined) return own
  const children = childrenOf(node) ?? []
  const isLine = children.some(isLeaf)
  const text = children
    .map((child) => written(child, depth + 1))
    .filter(Boolean)
    .join(isLine ? '' : '\n')
  return /list[-_]?item/i.test(String(node.nodeType ?? node.type)) ? `- ${text}` : text
}
