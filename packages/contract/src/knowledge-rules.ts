/**
 * Rules of the add and update requests that concern several fields. They run together with the checks of single fields, so
 * that one response names every fault. They therefore also see values that have failed those checks.
 */
import { z } from 'zod'
import type { RuleParams } from './fields.ts'
import type { Limits } from './limits.ts'
import { range } from './needed.ts'

type Report = (path: PropertyKey[], params?: RuleParams) => void
type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const missing = (value: unknown) => value === undefined || value === null || value === ''
const isEmpty = (value: unknown) => missing(value) || (Array.isArray(value) && value.length === 0)

/** A check of the whole object that also runs when single fields have failed their checks. */
function rules(judge: (fields: Fields, report: Report) => void) {
  return z.superRefine<unknown>(
    (value, ctx) => {
      if (isFields(value)) {
        judge(value, (path, params = {}) => ctx.addIssue({ code: 'custom', path, params: { ...params } }))
      }
    },
    { when: () => true },
  )
}

function judgeEntries(
  files: unknown,
  limits: Limits,
  urlField: string,
  docIdNeeded: boolean,
  report: Report,
) {
  // A list that is too long is already refused for its length.
  if (!Array.isArray(files) || files.length > limits.filesPerRequest) return
  for (const [index, entry] of files.entries()) {
    if (!isFields(entry)) continue
    if (docIdNeeded && missing(entry.doc_id)) report(['files', index, 'doc_id'])
    if (missing(entry.file_url) && missing(entry.source_url) && missing(entry.file_base64)) {
      report(['files', index, urlField], {
        needed: 'an http or https URL in file_url or source_url, or the content in file_base64',
      })
    }
  }
}

export const addRules = (limits: Limits) =>
  rules((fields, report) => {
    if (fields.purpose === 'QA_TEXT') {
      if (missing(fields.name)) report(['name'])
      if (isEmpty(fields.qaList)) report(['qaList'])
    } else if (fields.purpose === 'QA_FILE' || fields.purpose === 'FILE_2_QA') {
      if (isEmpty(fields.files)) report(['files'])
      judgeEntries(
        fields.files,
        limits,
        fields.purpose === 'QA_FILE' ? 'file_url' : 'source_url',
        false,
        report,
      )
    }
  })

export const updateRules = (limits: Limits) =>
  rules((fields, report) => {
    const withPairs = !isEmpty(fields.qaList)
    const withFiles = !isEmpty(fields.files)
    if (withPairs && withFiles) {
      report(['files'], { found: 'files beside qaList', needed: 'one of the two, not both' })
    } else if (withPairs) {
      if (missing(fields.doc_id)) report(['doc_id'])
      if (fields.append === true)
        report(['append'], {
          found: 'append beside qaList',
          needed: 'files; POST /v1/bot/doc/qa/chunks/add adds pairs',
        })
    } else if (withFiles) {
      judgeEntries(fields.files, limits, 'source_url', true, report)
    } else {
      report(['qaList'], {
        needed: `a list of ${range(1, limits.pairsPerRequest)} question-answer pairs, or files in its place`,
      })
    }
  })
