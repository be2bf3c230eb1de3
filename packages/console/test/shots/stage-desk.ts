/** An agent whose users ring at the desk, and users who ask for a person. */
import { eventually, type TestService } from '../../../service/test/harness/service.ts'
import { newPerson } from '../harness/open-console.ts'
import { deskAgent } from '../harness/open-desk.ts'

export interface DeskStage {
  readonly agent: { readonly id: string; readonly key: string }
  /** A new user asks the questions and then for a person; answers the handoff. */
  readonly ring: (user: string, questions: readonly string[]) => Promise<string>
}

export type Waiting = readonly (readonly [user: string, questions: readonly string[]])[]

const WAITING: Waiting = [
  ['mia.torres', ['I was charged twice for order 20114']],
  ['王小雨', ['这个背包有二十升的吗？']],
  ['a-user-with-a-name-as-long-as-some-systems-make-them', ['is the blue one back in stock?']],
  [
    '<b>bold</b>',
    ['<img src=x onerror=alert(1)> this is not markup, and it goes on for a whole line or two'],
  ],
]

export async function fillDesk(service: TestService, waiting = WAITING): Promise<DeskStage> {
  const agent = await deskAgent(service, 'Front desk')
  const { json } = await service.admin('GET', `/agents/${agent.id}/human-services`)
  await service.admin('PATCH', `/agents/${agent.id}/human-services/${json.items[0].id}`, {
    waiting_timeout_s: 3_000,
  })
  const { json: receiver } = await service.admin('PUT', `/agents/${agent.id}/sink`, { status: 200 })
  await service.admin('PUT', `/agents/${agent.id}/message-webhook`, { url: receiver.url })
  await beHere(service)
  const ring = async (user: string, questions: readonly string[]) => {
    const opened = await service.api('POST', '/v1/conversation', { user_id: user }, agent.key)
    const id = opened.json.conversation_id
    for (const [n, content] of questions.entries()) {
      const messages = [{ role: 'user', content }]
      const body = { conversation_id: id, response_mode: 'webhook', messages }
      await service.api('POST', '/v2/conversation/message', body, agent.key)
      await eventually(
        'the AI has answered',
        async () => (await service.admin('GET', `/conversations/${id}`)).json.messages.length,
        (count) => count >= 2 * (n + 1),
      )
    }
    const asked = { conversation_id: id, email: 'jonas@shop.example' }
    const { json } = await service.api('POST', '/v1/conversation/handoff', asked, agent.key)
    return json.handoff_id
  }
  for (const [user, questions] of waiting) await ring(user, questions)
  return { agent, ring }
}

/** Users ring only while somebody is there: a colleague is, who takes nobody. */
async function beHere(service: TestService): Promise<void> {
  const { link } = await newPerson(service, { name: 'Bob', role: 'operator' })
  const own = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const send = (method: string, path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(service.url + path, { method, headers: { ...own, ...headers }, body: JSON.stringify(body) })
  const signedIn = await send('POST', '/admin/v1/session', { code: link.split('#code=')[1] })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const answer = await send('PUT', '/desk/v1/presence', { state: 'here' }, { cookie })
  if (!answer.ok) throw new Error(`being here answered ${answer.status} ${await answer.text()}`)
}
