/** What the add and update requests accept and refuse, and the exact words of the refusal. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainIssues } from '@tandem/contract/explain'
import {
  defaultQaAddRequest,
  defaultQaUpdateRequest,
  qaAddEnvelope,
  qaAddRequest,
  qaPairSchema,
  qaUpdateEnvelope,
} from '@tandem/contract/knowledge'
import { defaultLimits } from '@tandem/contract/limits'
import type { z } from 'zod'

const pair = { question: 'When are you open?', answer: 'From 9 to 17.' }
const file = { file_name: 'faq.csv', file_url: 'https://files.example.com/faq.csv' }

function refusal(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value)
  return result.success ? [] : explainIssues(schema, value, result.error)
}
const refusedAdd = (value: unknown) => refusal(defaultQaAddRequest, value)
const refusedUpdate = (value: unknown) => refusal(defaultQaUpdateRequest, value)

test('a QA_TEXT request needs a name and pairs', () => {
  assert.deepEqual(refusedAdd({ purpose: 'QA_TEXT', name: 'FAQ', qaList: [pair] }), [])
  assert.deepEqual(refusedAdd({ purpose: 'QA_TEXT' }), [
    'name: found nothing, needed a string of 1 to 200 characters',
    'qaList: found nothing, needed a list of 1 to 50,000 question-answer pairs',
  ])
  assert.deepEqual(refusedAdd({ purpose: 'QA_TEXT', name: '', qaList: [] }), [
    'name: found "", needed a string of 1 to 200 characters',
    'qaList: found an empty list, needed a list of 1 to 50,000 question-answer pairs',
  ])
})

test('an unknown purpose is refused with the known ones', () => {
  assert.deepEqual(refusedAdd({ purpose: 'QA_TXT', name: 'x', qaList: [pair] }), [
    'purpose: found "QA_TXT", needed one of QA_TEXT, QA_FILE, FILE_2_QA',
  ])
  assert.deepEqual(refusedAdd({}), ['purpose: found nothing, needed one of QA_TEXT, QA_FILE, FILE_2_QA'])
})

test('one refusal names everything that is wrong, each with its place', () => {
  const value = {
    purpose: 'QA_TEXT',
    qaList: [pair, { question: 17, answer: ' \n' }, 'x', { question: 'a\0b', answer: 'é'.repeat(20_001) }],
    header_row: 'one',
    chunk_token: 0,
  }
  assert.deepEqual(refusedAdd(value), [
    'qaList[1].question: found 17 (a number), needed a string of 1 to 2,000 characters',
    'qaList[1].answer: found only white space, needed a string of 1 to 20,000 characters',
    'qaList[2]: found "x", needed an object with question and answer',
    'qaList[3].question: found a NUL character, needed a string of 1 to 2,000 characters',
    'qaList[3].answer: found a string of 20,001 characters, needed a string of 1 to 20,000 characters',
    'header_row: found "one", needed a whole number from 0 to 100',
    'chunk_token: found 0 (a number), needed a whole number from 1 to 8,000',
    'name: found nothing, needed a string of 1 to 200 characters',
  ])
})

test('a length counts characters, not UTF-16 units', () => {
  const schema = qaPairSchema({ ...defaultLimits, questionChars: 3 })
  assert.deepEqual(refusal(schema, { question: '😀😀😀', answer: 'x' }), [])
  assert.deepEqual(refusal(schema, { question: '😀😀😀😀', answer: 'x' }), [
    'question: found a string of 4 characters, needed a string of 1 to 3 characters',
  ])
  assert.deepEqual(refusal(schema, { question: '\ud83d', answer: 'x' }), [
    'question: found half a character (an unpaired surrogate), needed a string of 1 to 3 characters',
  ])
})

test('QA_FILE and FILE_2_QA need 1 to 20 files, each with a name and a place to get it from', () => {
  for (const purpose of ['QA_FILE', 'FILE_2_QA']) {
    assert.deepEqual(refusedAdd({ purpose, files: [file] }), [])
    assert.deepEqual(refusedAdd({ purpose, files: Array(20).fill(file) }), [])
    assert.deepEqual(refusedAdd({ purpose, files: [] }), [
      'files: found an empty list, needed a list of 1 to 20 file entries',
    ])
    assert.deepEqual(refusedAdd({ purpose, files: Array(21).fill(file) }), [
      'files: found a list of 21 entries, needed a list of 1 to 20 file entries',
    ])
  }
  const place = 'an http or https URL in file_url or source_url, or the content in file_base64'
  assert.deepEqual(refusedAdd({ purpose: 'QA_FILE', files: [{ file_name: 'a.csv' }] }), [
    `files[0].file_url: found nothing, needed ${place}`,
  ])
  assert.deepEqual(refusedAdd({ purpose: 'FILE_2_QA', files: [{ source_url: '', file_url: null }] }), [
    'files[0].file_name: found nothing, needed a string of 1 to 200 characters',
    `files[0].source_url: found "", needed ${place}`,
  ])
})

test('any of file_url, source_url and file_base64 names a file, whatever the purpose', () => {
  for (const source of [
    { file_url: 'http://localhost:9000/a b.csv' },
    { source_url: 'https://例え.jp/文書.pdf' },
    { file_base64: 'cXVlc3Rpb24sYW5zd2Vy\nCg==' },
  ]) {
    assert.deepEqual(refusedAdd({ purpose: 'QA_FILE', files: [{ file_name: 'a', ...source }] }), [])
    assert.deepEqual(refusedUpdate({ files: [{ file_name: 'a', doc_id: 'd', ...source }] }), [])
  }
})

test('a URL is http or https, without credentials, and never echoes a password', () => {
  const needed = 'an http or https URL of at most 2,048 characters, without user name or password'
  const refused = (url: unknown) =>
    refusedAdd({ purpose: 'QA_FILE', files: [{ file_name: 'a', file_url: url }] })
  assert.deepEqual(refused('ftp://x/a'), [`files[0].file_url: found "ftp://x/a", needed ${needed}`])
  assert.deepEqual(refused('not a url'), [`files[0].file_url: found "not a url", needed ${needed}`])
  assert.deepEqual(refused('https://me:pw@x/a'), [
    `files[0].file_url: found a URL with a user name or password in it, needed ${needed}`,
  ])
  assert.deepEqual(refused(' https://x/a'), [
    `files[0].file_url: found a URL with white space around or inside it, needed ${needed}`,
  ])
  assert.deepEqual(refused(`https://x/${'a'.repeat(2_048)}`), [
    `files[0].file_url: found a string of 2,058 characters, needed ${needed}`,
  ])
})

test('null, and an empty list where none is needed, mean the same as leaving a field out', () => {
  const text = { purpose: 'QA_TEXT', name: 'x', qaList: [pair] }
  const nulls = { knowledge_base_id: null, header_row: null, chunk_token: null, splitter: null }
  assert.deepEqual(refusedAdd({ ...text, ...nulls, files: null }), [])
  assert.deepEqual(refusedAdd({ ...text, files: [], splitter: '' }), [])
  assert.deepEqual(refusedAdd({ purpose: 'QA_FILE', files: [file], qaList: [], name: '' }), [])
  assert.deepEqual(refusedUpdate({ doc_id: 'd', qaList: [pair], files: [] }), [])
  assert.deepEqual(refusedUpdate({ doc_id: null, qaList: [], files: [{ ...file, doc_id: 'd' }] }), [])
})

test('unknown fields are ignored and chunk_token defaults to 600', () => {
  const parsed = defaultQaAddRequest.parse({
    purpose: 'QA_TEXT',
    name: 'x',
    qaList: [{ ...pair, id: 7 }],
    more: 1,
  })
  assert.deepEqual(parsed, { purpose: 'QA_TEXT', name: 'x', qaList: [pair], chunk_token: 600 })
})

test('a splitter may be white space, for it often is', () => {
  assert.deepEqual(refusedAdd({ purpose: 'FILE_2_QA', files: [file], splitter: '\n\n' }), [])
  assert.deepEqual(refusedAdd({ purpose: 'FILE_2_QA', files: [file], splitter: '-'.repeat(101) }), [
    'splitter: found a string of 101 characters, needed a string of 1 to 100 characters',
  ])
})

test('an update has either qaList or files', () => {
  const either = 'a list of 1 to 50,000 question-answer pairs, or files in its place'
  assert.deepEqual(refusedUpdate({ doc_id: 'd', qaList: [pair] }), [])
  assert.deepEqual(refusedUpdate({ doc_id: 'd' }), [`qaList: found nothing, needed ${either}`])
  assert.deepEqual(refusedUpdate({ doc_id: 'd', qaList: [] }), [
    `qaList: found an empty list, needed ${either}`,
  ])
  assert.deepEqual(refusedUpdate({ doc_id: 'd', qaList: [pair], files: [{ ...file, doc_id: 'd' }] }), [
    'files: found files beside qaList, needed one of the two, not both',
  ])
})

test('an update names its documents: doc_id beside qaList, or in every file entry', () => {
  assert.deepEqual(refusedUpdate({ qaList: [pair] }), [
    'doc_id: found nothing, needed a string of 1 to 200 characters',
  ])
  assert.deepEqual(refusedUpdate({ files: [{ ...file, doc_id: 'd' }, file] }), [
    'files[1].doc_id: found nothing, needed a string of 1 to 200 characters',
  ])
})

test('a body that is no object is refused as such', () => {
  assert.deepEqual(refusedAdd([pair]), ['body: found a list of 1 entry, needed an object'])
  assert.deepEqual(refusedAdd(undefined), ['body: found nothing, needed an object'])
  assert.deepEqual(refusedUpdate('{}'), ['body: found "{}", needed an object'])
})

test('an envelope checks everything but the pairs', () => {
  const add = qaAddEnvelope(defaultLimits)
  assert.deepEqual(refusal(add, { purpose: 'QA_TEXT', name: 'x', qaList: [1, null] }), [])
  assert.deepEqual(refusal(add, { purpose: 'QA_TEXT', name: 'x', qaList: {} }), [
    'qaList: found an object, needed a list of 1 to 50,000 question-answer pairs',
  ])
  assert.deepEqual(refusal(add, { purpose: 'QA_TEXT', name: 'x', qaList: Array(50_001).fill(pair) }), [
    'qaList: found a list of 50,001 entries, needed a list of 1 to 50,000 question-answer pairs',
  ])
  assert.deepEqual(refusal(qaUpdateEnvelope(defaultLimits), { qaList: [1] }), [
    'doc_id: found nothing, needed a string of 1 to 200 characters',
  ])
})

test('configured limits hold and are the ones named', () => {
  const schema = qaAddRequest({ ...defaultLimits, pairsPerRequest: 2, answerChars: 5 })
  assert.deepEqual(refusal(schema, { purpose: 'QA_TEXT', name: 'x', qaList: [pair] }), [
    'qaList[0].answer: found a string of 13 characters, needed a string of 1 to 5 characters',
  ])
  assert.deepEqual(refusal(schema, { purpose: 'QA_TEXT', name: 'x', qaList: [pair, pair, pair] }), [
    'qaList: found a list of 3 entries, needed a list of 1 to 2 question-answer pairs',
  ])
})
