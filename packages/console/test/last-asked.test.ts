/** Which of a user's words knowledge is searched for at the desk. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeskCase } from '@tandem/sdk/source'
import { lastAskedIn } from '../src/desk/side/pair-of.ts'

const said = (role: string, text: string, handoff_id: string | null = null) =>
  ({ role, text, handoff_id }) as DeskCase['talk'][number]
const question = said('user', 'Do you ship abroad?')
const wish = said('user', 'I want to talk to a human')
const notice = said('notice', 'One moment, I am connecting you with a person.', 'h1')
const asked = { id: 'h1', reason: 'user_asked' } as const

test('the last question is looked for, and not the words that called a person', () => {
  assert.equal(lastAskedIn({ ...asked, talk: [question, wish, notice] }), question)
  const next = said('user', 'And to Norway?', 'h1')
  assert.equal(lastAskedIn({ ...asked, talk: [question, wish, notice, next] }), next)
})

test('nothing is looked for while a user has only called a person', () => {
  assert.equal(lastAskedIn({ ...asked, talk: [wish, notice] }), undefined)
})

test('where the AI had no answer, the last words are the question', () => {
  assert.equal(lastAskedIn({ id: 'h1', reason: 'unanswered', talk: [question, notice] }), question)
})
