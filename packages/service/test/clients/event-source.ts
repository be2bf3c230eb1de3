/**
 * An event-source client as the standard asks for one, over fetch so that it can POST and carry a key: anything but a 200 of
 * `text/event-stream` is a failure whose body it never reads, and events end with an empty line.
 */

export interface ReadEvent {
  readonly id: string | undefined
  readonly data: ReturnType<typeof JSON.parse>
}

export interface EventRequest {
  readonly method?: string
  readonly key?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export async function readEvents(url: string, request: EventRequest = {}): Promise<ReadEvent[]> {
  const { method = request.body === undefined ? 'GET' : 'POST', key, body, headers = {} } = request
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'text/event-stream',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const type = response.headers.get('content-type') ?? ''
  if (response.status !== 200 || !type.startsWith('text/event-stream')) {
    await response.body?.cancel()
    throw new Error(`the event source got ${response.status} ${type}`)
  }
  return eventsIn(await response.text())
}

export function eventsIn(text: string): ReadEvent[] {
  return text.split('\n\n').flatMap((block) => {
    const fields = block.split('\n').map((line) => /^([^:]*):? ?(.*)$/.exec(line) ?? [])
    const data = fields.filter(([, name]) => name === 'data').map(([, , value]) => value)
    const id = fields.findLast(([, name]) => name === 'id')?.[2]
    return data.length === 0 ? [] : [{ id, data: JSON.parse(data.join('\n')) }]
  })
}
