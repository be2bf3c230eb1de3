/** Every picture, area by area, and the stage they are taken on. */
import type { Browser } from 'playwright-core'
import { startDeveloperServer } from '../../../service/test/harness/developer-server.ts'
import type { TestService } from '../../../service/test/harness/service.ts'
import { type ConsoleOptions, type OpenConsole, openConsole, openPage } from '../harness/open-console.ts'
import { agentShots } from './agents.ts'
import { chatShots } from './chat.ts'
import { conversationShots } from './conversations.ts'
import { crowdDeliveries, deliveryShots } from './deliveries.ts'
import { deskShots } from './desk.ts'
import { integrationShots } from './integration.ts'
import { fillKnowledge, knowledgeShots } from './knowledge.ts'
import { manageShots } from './manage.ts'
import { playgroundShots } from './playground.ts'
import type { Shot, Stage } from './shot.ts'
import { fillDesk, type Waiting } from './stage-desk.ts'
import { fillTalk } from './stage-talk.ts'
import { fillWeeks } from './stage-weeks.ts'
import { trialShots } from './trial.ts'

export const shots: readonly Shot[] = [
  ...agentShots,
  ...knowledgeShots,
  ...conversationShots,
  ...trialShots,
  ...deliveryShots,
  ...playgroundShots,
  ...manageShots,
  ...integrationShots,
  ...chatShots,
  ...deskShots,
]

/** `waiting`: who waits at the desk; names and words that are hard to show, unless said otherwise. */
export async function setStage(service: TestService, waiting?: Waiting): Promise<Stage> {
  const fresh = await service.newAgent('New agent')
  for (const name of [
    'Hotel am See',
    '帮助中心',
    'مركز المساعدة',
    'A name as long as somebody in a large company might choose it, with a region',
  ])
    await service.newAgent(name)
  const crowded = await service.newAgent('Demo shop')
  await fillKnowledge({ service, crowded })
  await service.addDocument(crowded.key, [
    { question: 'How long does shipping take?', answer: 'Two to four working days.' },
    { question: 'Can I return a sale item?', answer: 'Within 30 days, unworn, with the receipt.' },
  ])
  for (const text of ['how long does shipping take', 'may I return things on sale', 'do you sell bread']) {
    const { json } = await service.api('POST', '/v1/conversation', { user_id: 'customer-4711' }, crowded.key)
    const message = { role: 'user', content: [{ type: 'text', text }] }
    const body = { conversation_id: json.conversation_id, response_mode: 'blocking', messages: [message] }
    const answer = await service.api('POST', '/v2/conversation/message', body, crowded.key)
    if (answer.status !== 200) throw new Error(`asking answered ${answer.status} ${answer.text}`)
  }
  const server = await startDeveloperServer()
  await crowdDeliveries(service, crowded, server)
  await fillWeeks(service, crowded.id)
  const talk = await fillTalk(service, await service.newAgent('Corner shop'))
  const desk = await fillDesk(service, waiting)
  return { service, fresh, crowded, talk, desk, [Symbol.asyncDispose]: () => server.close() }
}

export interface Booth extends AsyncDisposable {
  /** Opens the address of a shot and waits until it is ready; answers the page. */
  show(shot: Shot): Promise<OpenConsole>
}

/** One signed-in window for many shots, and one that is not. */
export async function openBooth(stage: Stage, browser: Browser, options: ConsoleOptions): Promise<Booth> {
  const inside = await openConsole(stage.service, browser, { hasPassword: true, ...options })
  const outside = await openPage(stage.service, browser, options)
  return {
    async show(shot) {
      const opened = shot.isSignedOut ? outside : inside
      const { page } = opened
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      if (shot.hangs) await page.route(shot.hangs, () => {})
      if (shot.fails) await page.route(shot.fails, (route) => route.fulfill(failure))
      await page.goto(`${stage.service.url}/${shot.place ?? 'console'}${await shot.path(stage)}`)
      await shot.ready(page)
      return opened
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([inside.context.close(), outside.context.close()])
    },
  }
}

const failure = {
  status: 500,
  contentType: 'application/json',
  headers: { 'x-request-id': '0193a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b' },
  body: JSON.stringify({ code: 50000, message: 'Internal error' }),
}
