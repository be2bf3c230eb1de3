/** Makes a function from a row of the table of operations, and an async iterable from a list operation. */
import { type CallOptions, type Connection, newKey, type Outgoing } from './connection.ts'
import { jsonOf, TandemError, usageError } from './error.ts'
import { type OperationRow, type Operations, operations } from './operations.generated.ts'

export type OperationId = keyof Operations
export type Args<Id extends OperationId> = Operations[Id]['args']
export type Result<Id extends OperationId> = Operations[Id]['result']

export interface Call<Id extends OperationId> {
  (...args: [...Args<Id>, options?: CallOptions]): Promise<Result<Id>>
  /** The operation id in the OpenAPI document. */
  readonly operationId: Id
}

/** `defaults` are options for calls without their own options, such as the time limit of a slow operation. */
export function operation<Id extends OperationId>(
  connection: Connection,
  id: Id,
  defaults: CallOptions = {},
): Call<Id> {
  const row = operations[id]
  const call = (...args: unknown[]): Promise<Result<Id>> => {
    const { outgoing, options } = outgoingOf(row, args)
    return connection.send(
      outgoing,
      { ...defaults, ...options },
      (response) => read(response, row) as Promise<Result<Id>>,
    )
  }
  return Object.assign(call, { operationId: id })
}

/** The arguments are the parameters and the body, if the operation has them, and then the options. */
export function outgoingOf(
  row: OperationRow,
  args: readonly unknown[],
): { outgoing: Outgoing; options: CallOptions } {
  const rest = [...args]
  const params = (row.params ? rest.shift() : undefined) ?? {}
  const body = row.body ? (rest.shift() ?? {}) : undefined
  const options = (rest.shift() ?? {}) as CallOptions
  const key = row.idempotencyKey ? { 'idempotency-key': options.idempotencyKey ?? newKey() } : {}
  const path = row.params ? pathOf(row, params as Record<string, unknown>) : row.path
  return { outgoing: { method: row.method, path, body, headers: key }, options }
}

/** Parameters that are not in the path go into the query. */
function pathOf({ path, commas }: OperationRow, params: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  const rest = new Map(Object.entries(params).map(([name, value]) => [snake(name), value]))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    if (value === undefined || value === '') throw usageError(`${path}: ${name} is missing`)
    rest.delete(name)
    return segment(name, String(value))
  })
  for (const [name, value] of rest) {
    if (value === undefined || value === null) continue
    const values = Array.isArray(value) ? (commas ? [value.join(',')] : value) : [value]
    for (const each of values) query.append(name, String(each))
  }
  return query.size > 0 ? `${filled}?${query}` : filled
}

/** An id as a part of a path. A URL takes dots alone for a step up or none, so the request would go to another address. */
export function segment(name: string, id: string): string {
  if (id === '.' || id === '..') throw usageError(`${name}: found "${id}", needed an id`)
  return encodeURIComponent(id)
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

async function read(response: Response, { gives }: OperationRow): Promise<unknown> {
  if (response.status === 204) return undefined
  if (gives === 'bytes') return response.blob()
  return gives === 'text' ? response.text() : jsonOf(response)
}

/** A list that is read page by page; `for await` yields the entries of all pages. */
export interface Listing<Item, Page> extends AsyncIterable<Item> {
  /** The requested page, as the service returns it. */
  page(): Promise<Page>
  pages(): AsyncIterable<Page>
}

type EntryOf<Page, Key> = Key extends keyof Page
  ? Page[Key] extends readonly (infer Entry)[]
    ? Entry
    : never
  : never

export interface List<Id extends OperationId, Item> {
  (...args: [...Args<Id>, options?: CallOptions]): Listing<Item, Result<Id>>
  readonly operationId: Id
}

/** `key` is the field of the response that has the entries; `toItem` converts each entry for the caller. */
export function list<
  Id extends OperationId,
  Key extends keyof Result<Id> & string,
  Item = EntryOf<Result<Id>, Key>,
>(
  connection: Connection,
  id: Id,
  key: Key,
  toItem: (entry: EntryOf<Result<Id>, Key>) => Item = (entry) => entry as unknown as Item,
): List<Id, Item> {
  const call = operation(connection, id) as unknown as (...args: unknown[]) => Promise<Result<Id>>
  const entriesOf = (page: Result<Id>) => {
    const entries = (page as Record<string, unknown>)[key]
    if (Array.isArray(entries)) return entries as EntryOf<Result<Id>, Key>[]
    throw new TandemError({ code: 'unreadable', status: 200, message: `The response has no list ${key}` })
  }

  const listing = (...[params = {}, options]: unknown[]): Listing<Item, Result<Id>> => {
    async function* pages() {
      let next = params as object | undefined
      let seen = entriesBefore(params as object)
      while (next) {
        const page = await call(next, options)
        yield page
        const entries = entriesOf(page).length
        seen += entries
        next = paramsAfter(next, page as PageMarks, entries, seen)
      }
    }
    return {
      page: () => call(params, options),
      pages,
      async *[Symbol.asyncIterator]() {
        for await (const page of pages()) for (const entry of entriesOf(page)) yield toItem(entry)
      },
    }
  }
  return Object.assign(listing, { operationId: id })
}

interface PageMarks {
  readonly next_cursor?: string | null
  readonly next_from?: number | null
  readonly total?: number
}

/** The entries on the pages before the first one that is asked for. A list of which no page size is given counts from there. */
function entriesBefore(params: object): number {
  const { page = 1, pageSize = 0 } = params as { page?: number; pageSize?: number }
  return (page - 1) * pageSize
}

/** The parameters of the next page, by cursor, position or page number; undefined after the last page. */
function paramsAfter(params: object, page: PageMarks, entries: number, seen: number): object | undefined {
  const { cursor, from, page: number = 1 } = params as { cursor?: string; from?: number; page?: number }
  if (page.next_cursor) {
    if (page.next_cursor === cursor) throw endless(`next_cursor is the cursor ${cursor}`)
    return { ...params, cursor: page.next_cursor }
  }
  if (typeof page.next_from === 'number') {
    if (page.next_from <= (from ?? 0)) throw endless(`next_from is ${page.next_from}`)
    return { ...params, from: page.next_from }
  }
  const isMore = page.next_from === undefined && entries > 0 && seen < (page.total ?? 0)
  return isMore ? { ...params, page: number + 1 } : undefined
}

const endless = (what: string) =>
  new TandemError({
    code: 'unreadable',
    status: 200,
    message: `The list does not go on: ${what}, with which this page was asked for`,
  })
