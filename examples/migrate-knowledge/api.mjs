// One side of the move: the knowledge endpoints that the platform and Tandem share, with waiting where a side asks for it.
import { setTimeout as pause } from 'node:timers/promises'

const PAGE_SIZE = 100
const MOST_TRIES = 8
const WAIT_S = 20

/** @param {{ name: string, url: string, key: string }} side */
export function connect({ name, url, key }) {
  const base = url.replace(/\/+$/, '')

  async function request(method, path, body) {
    for (let tries = 1; ; tries++) {
      const response = await fetch(base + path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if ((response.status === 429 || response.status === 503) && tries < MOST_TRIES) {
        const seconds = Number(response.headers.get('retry-after')) || WAIT_S
        console.log(`  ${name} asks to wait ${seconds} s`)
        await pause(seconds * 1000)
        continue
      }
      return { status: response.status, json: parsed(text), text }
    }
  }

  /** Like `request`, for what must succeed: anything else ends the move. */
  async function need(method, path, body) {
    const { status, json, text } = await request(method, path, body)
    // The platform may answer a failure with status 200 and a code.
    if (status === 200 && json !== undefined && !json.code) return json
    throw new Error(`${name}: ${method} ${path} answered ${status} ${text.slice(0, 300)}`)
  }

  return {
    name,
    request,

    async bases() {
      const found = new Map()
      for (let page = 1; ; page++) {
        const path = `/v1/bot/knowledge/base/page?page=${page}&page_size=${PAGE_SIZE}`
        const { knowledge_base: list = [] } = await need('GET', path)
        const fresh = list.filter(({ id }) => !found.has(id))
        for (const each of fresh) found.set(each.id, each)
        // A side that knows no pages answers the same list again.
        if (fresh.length === 0 || list.length < PAGE_SIZE) return [...found.values()]
      }
    },

    async createBase({ name: title, desc }) {
      const body = { name: title, desc: desc || title }
      return (await need('POST', '/v1/bot/knowledge/base/create', body)).knowledge_base_id
    },

    async documents(baseId) {
      const found = new Map()
      for (let page = 1; ; page++) {
        const query = `knowledge_base_id=${encodeURIComponent(baseId)}&page=${page}&page_size=${PAGE_SIZE}`
        const { list = [], total = 0 } = await need('GET', `/v1/bot/doc/query/page?${query}`)
        const before = found.size
        for (const each of list) found.set(each.id, each)
        if (found.size === before || found.size >= total) return [...found.values()]
      }
    },

    async statuses(ids) {
      const query = ids.map((id) => `data_ids=${encodeURIComponent(id)}`).join('&')
      return need('GET', `/v1/bot/data/detail/list?${query}`)
    },

    async match(prompt, docId) {
      const body = { prompt, top_k: 50, data_ids: [docId] }
      return (await need('POST', '/v1/vector/match', body)).list ?? []
    },
  }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
