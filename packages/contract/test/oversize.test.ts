/** Lengths are found before contents are looked at, wherever they stand in a request. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { conversationMessageRequest } from '../src/conversation.ts'
import { qaAddEnvelope } from '../src/knowledge.ts'
import { defaultLimits } from '../src/limits.ts'
import { oversizeIn } from '../src/oversize.ts'

/** Fails the test when anybody looks into it. */
function unread(length: number): unknown[] {
  return new Proxy(new Array(length), {
    get(list, name) {
      if (name === 'length') return length
      if (typeof name === 'string' && /^\d+$/.test(name)) assert.fail('an entry was read')
      return Reflect.get(list, name)
    },
  })
}

const add = qaAddEnvelope(defaultLimits)
const base = { conversation_id: 'c', response_mode: 'blocking' }

describe('what is too long', () => {
  it('is refused by its length, and its entries are not read', () => {
    assert.match(oversizeIn(add, { qaList: unread(50_001) }) ?? '', /^qaList: found a list of 50,001 entries/)
    assert.match(oversizeIn(add, { files: unread(21) }) ?? '', /^files: found a list of 21 entries/)
    const messages = { ...base, messages: unread(101) }
    assert.match(oversizeIn(conversationMessageRequest, messages) ?? '', /^messages: found a list of 101 /)
    const parts = { ...base, messages: [{ role: 'user', content: unread(51) }] }
    assert.match(
      oversizeIn(conversationMessageRequest, parts) ?? '',
      /^messages\[0\]\.content: found a list of 51 /,
    )
    const files = { ...base, messages: [{ role: 'user', content: [{ type: 'image', image: unread(21) }] }] }
    assert.match(
      oversizeIn(conversationMessageRequest, files) ?? '',
      /^messages\[0\]\.content\[0\]\.image: found a list of 21 /,
    )
  })

  it('is found in strings, names of variables and lists inside variables', () => {
    const long = ' '.repeat(401)
    assert.match(oversizeIn(add, { name: long }) ?? '', /^name: found a string of 401 characters/)
    assert.match(oversizeIn(add, { files: [{ doc_id: long }] }) ?? '', /^files\[0\]\.doc_id: found a string/)
    const names = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`v${n}`, n]))
    const many = { ...base, messages: [], conversation_config: { custom_variables: names } }
    assert.match(oversizeIn(conversationMessageRequest, many) ?? '', /found an object of 101 names/)
    const deep = { ...base, messages: [], conversation_config: { custom_variables: { a: unread(4_001) } } }
    assert.match(
      oversizeIn(conversationMessageRequest, deep) ?? '',
      /custom_variables\.a: found a list of 4,001/,
    )
  })

  it('is nothing in a request that keeps to the limits', () => {
    const content = [{ type: 'text', text: 'Hello' }]
    assert.equal(
      oversizeIn(conversationMessageRequest, { ...base, messages: [{ role: 'user', content }] }),
      undefined,
    )
    assert.equal(oversizeIn(add, { name: 'a'.repeat(200), qaList: [] }), undefined)
    assert.equal(oversizeIn(add, null), undefined)
  })
})
