/** The routes of the desk: method, path, the roles of people who may call it, and what handles it. */
import type { Role } from '@tandem/contract/admin-accounts'
import type { Call, Route, RouteResponse } from '../platform/http/route.ts'
import type { createDesk } from './start-desk.ts'

export type RoleRow = readonly [
  method: Route['method'],
  path: string,
  roles: readonly Role[],
  handle: (call: Call) => Promise<RouteResponse>,
  body?: Route['body'],
]

/** People at the desk; an account that also works there may do the same. */
const operators = ['admin', 'operator'] as const
const admins = ['admin'] as const

type Handle = RoleRow[3]

/** `conversations`: the lists that people with other roles see too. */
export const deskRows = (
  desk: ReturnType<typeof createDesk>['handlers'],
  conversations: { readonly list: Handle; readonly get: Handle },
): RoleRow[] => [
  ['GET', '/desk/v1/queue', operators, desk.queue],
  ['POST', '/desk/v1/next', operators, desk.next, 'json'],
  ['GET', '/desk/v1/handoffs/:handoffId', operators, desk.get],
  ['POST', '/desk/v1/handoffs/:handoffId/claim', operators, desk.claim],
  ['POST', '/desk/v1/handoffs/:handoffId/release', operators, desk.release, 'json'],
  ['POST', '/desk/v1/handoffs/:handoffId/transfer', operators, desk.transfer, 'json'],
  ['POST', '/desk/v1/handoffs/:handoffId/transfer/accept', operators, desk.accept],
  ['POST', '/desk/v1/handoffs/:handoffId/transfer/decline', operators, desk.decline],
  ['POST', '/desk/v1/handoffs/:handoffId/assign', admins, desk.assign, 'json'],
  ['POST', '/desk/v1/handoffs/:handoffId/reply', operators, desk.reply, 'json'],
  ['POST', '/desk/v1/handoffs/:handoffId/close', operators, desk.close, 'json'],
  ['POST', '/desk/v1/handoffs/:handoffId/read', operators, desk.read, 'json'],
  ['POST', '/desk/v1/handoffs/:handoffId/typing', operators, desk.typing, 'json'],
  ['POST', '/desk/v1/handoffs/:handoffId/look', operators, desk.look],
  ['POST', '/desk/v1/handoffs/:handoffId/notes', operators, desk.addNote, 'json'],
  ['GET', '/desk/v1/handoffs/:handoffId/suggest', operators, desk.suggest],
  ['POST', '/desk/v1/handoffs/:handoffId/pair', operators, desk.makePair, 'json'],
  ['GET', '/desk/v1/snippets', operators, desk.listSnippets],
  ['POST', '/desk/v1/snippets', operators, desk.createSnippet, 'json'],
  ['PATCH', '/desk/v1/snippets/:snippetId', operators, desk.changeSnippet, 'json'],
  ['DELETE', '/desk/v1/snippets/:snippetId', operators, desk.deleteSnippet],
  ['GET', '/desk/v1/presence', operators, desk.getPresence],
  ['PUT', '/desk/v1/presence', operators, desk.setPresence, 'json'],
  ['GET', '/desk/v1/conversations', operators, conversations.list],
  ['GET', '/desk/v1/conversations/:conversationId', operators, conversations.get],
  ['POST', '/desk/v1/conversations/:conversationId/takeover', operators, desk.takeover],
]

/** What people do with users at the desk stands in the timelines of the handoffs. */
export const isDeskWork = (path: string) =>
  path.startsWith('/desk/v1/handoffs/') || path === '/desk/v1/presence' || path === '/desk/v1/next'
