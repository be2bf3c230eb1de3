/** The same request as a command and as code, for a developer's own server. Keys are left to them. */
import type { Exchange } from './record-wire.ts'

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

export function curlOf({ method, path, body, frames }: Exchange): string {
  const lines = [
    `curl${frames ? ' -N' : ''} -X ${method} ${quoted(`${location.origin}${path}`)}`,
    '-H "authorization: Bearer $TANDEM_API_KEY"',
  ]
  if (body !== undefined) lines.push("-H 'content-type: application/json'", `--data-raw ${quoted(body)}`)
  return lines.join(' \\\n  ')
}

interface Said {
  readonly conversation_id?: string
  readonly response_mode?: string
  readonly messages?: readonly { readonly content?: unknown }[]
  readonly user_id?: string
  readonly body?: string
}

/** Undefined where the SDK needs no code of its own. */
export function sdkOf({ path, body }: Exchange): string | undefined {
  const said = parsed(body)
  const call = said && codeOf(path, said)
  if (!call) return undefined
  return [
    "import { Tandem } from '@tandem/sdk'",
    '',
    `const tandem = new Tandem({ url: ${json(location.origin)}, apiKey: process.env.TANDEM_API_KEY })`,
    ...call,
  ].join('\n')
}

const json = (value: unknown) => JSON.stringify(value) ?? ''

function codeOf(path: string, said: Said): string[] | undefined {
  const chat = `const chat = tandem.conversations.open(${json(said.conversation_id)})`
  if (path === '/v1/conversation')
    return [`const chat = await tandem.conversations.create({ userId: ${json(said.user_id)} })`]
  if (path === '/v2/conversation/message') {
    const text = json(said.messages?.at(-1)?.content)
    const ways: Record<string, string[]> = {
      blocking: [`const reply = await chat.send(${text})`, 'console.log(reply.text)'],
      webhook: [`await chat.submit(${text}) // the answer goes to the message webhook`],
      streaming: [
        `for await (const part of chat.stream(${text})) {`,
        "  if (part.type === 'text') process.stdout.write(part.text)",
        '}',
      ],
    }
    return [chat, ...(ways[said.response_mode ?? ''] ?? [])]
  }
  if (path === '/v1/conversation/handoff') return [chat, 'await chat.handOver()']
  if (path === '/v1/conversation/handoff/close') return [chat, 'await chat.endHandoff()']
  if (path === '/v1/human/message/receive')
    return [`await tandem.handoff.reply(${json(said.conversation_id)}, ${json(said.body)})`]
  if (path === '/v1/human/close') return [`await tandem.handoff.close(${json(said.conversation_id)})`]
  return undefined
}

function parsed(text: string | undefined): Said | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Said)
  } catch {
    return undefined
  }
}

/** Takes what Tandem sends, and answers its tests. */
export const RECEIVER = `import { createServer } from 'node:http'
import { createReceiver, memorySeen } from '@tandem/sdk/receiver'

const hooks = createReceiver({
  signingSecrets: [process.env.TANDEM_SIGNING_SECRET],
  seen: memorySeen(10_000),
  message: async (message, { sequence, attempt }) => {
    console.log(sequence, attempt, message.output)
  },
})
createServer(hooks.node).listen(3000)`
