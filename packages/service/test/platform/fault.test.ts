/** Faults have two faces: the caller's shows the catalogue and a detail that helps, the log's may hold everything. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCatalogue } from '@tandem/contract/errors'
import { Fault, parameterFault, publicFace } from '../../src/platform/fault.ts'

test('what is not a fault shows nothing of itself', () => {
  for (const thrown of [new Error('password=hush'), 'hush', undefined, { code: 40000, message: 'hush' }]) {
    assert.deepEqual(publicFace(thrown), {
      status: 500,
      body: { code: 50000, message: 'Internal system error' },
    })
  }
})

test("a parameter error names the field in its message, and the contract's words stay in front", () => {
  assert.deepEqual(publicFace(parameterFault('name', 'nothing', 'a string')), {
    status: 400,
    body: { code: 40000, message: 'Parameter error: name: found nothing, needed a string' },
  })
})

test('the detail stands in the message, unless the contract fixes its words, and in the hint', () => {
  const fixed = ['internalError', 'authenticationFailed', 'agentDeleted']
  for (const [name, { code, message, status }] of Object.entries(errorCatalogue)) {
    if (name === 'parameterError') continue
    const entry = name as keyof typeof errorCatalogue
    assert.deepEqual(publicFace(new Fault(entry)), { status, body: { code, message } })
    assert.deepEqual(publicFace(new Fault(entry, 'what to do')), {
      status,
      body: { code, message: fixed.includes(name) ? message : `${message}: what to do`, hint: 'what to do' },
    })
  }
})
