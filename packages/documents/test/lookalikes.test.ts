// The files made by hand in `lookalikes/`: each must give exactly the pairs that a careful reader would make of it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { comparePairs } from './measure/compare.ts'
import { convertFile } from './measure/convert.ts'
import { lookalikes } from './measure/expected.ts'
import { failuresOf } from './measure/measure-file.ts'

describe('lookalikes', () => {
  for (const file of lookalikes()) {
    it(`${file.name}: ${file.expected.shows ?? 'says nothing of what it shows'}`, async () => {
      assert.ok(file.expected.shows, 'the expectation lacks the field shows: what the file shows, in words')
      const result = await convertFile(file)
      const { missing, wrong } = comparePairs(file.expected.pairs ?? [], result.pairs)
      if (file.expected.pairs)
        assert.deepEqual(
          { missing, wrong, reason: result.reason },
          { missing: [], wrong: [], reason: result.reason },
        )
      assert.deepEqual(failuresOf(file, result), [])
    })
  }
})
