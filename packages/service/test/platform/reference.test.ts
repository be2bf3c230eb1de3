/** The API description, which anybody may ask for as often as they like. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { referenceHandlers } from '../../src/platform/http/reference.ts'

test('the description and the script of its page are written down once for all readers', async () => {
  const { spec, script } = referenceHandlers()
  const [first, again] = [await spec(), await spec()]
  assert.ok(first.bytes)
  assert.equal(first.bytes, again.bytes)
  assert.equal(first.contentType, 'application/json; charset=utf-8')
  assert.ok(JSON.parse(first.bytes.toString()).paths['/v2/conversation/message'])
  assert.ok((await script()).bytes)
  assert.equal((await script()).bytes, (await script()).bytes)
})
