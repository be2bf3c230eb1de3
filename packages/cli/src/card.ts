/** The card that `tandem dev` prints: addresses, keys, and one command to try. */
interface CardFacts {
  readonly url: string
  /** Undefined when the account of the link is disabled. */
  readonly sign_in_link: string | undefined
  readonly engine: string
  readonly desk_url: string
  readonly api_key: string
  readonly agent_id: string
  readonly dataFolder: string
  readonly adminToken: string
}

export function card(facts: CardFacts): string[] {
  const where = facts.engine === 'sqlite' ? `embedded, in ${facts.dataFolder}` : 'PostgreSQL'
  return [
    '',
    '  Tandem is running',
    '',
    ...consoleLines(facts),
    `  Desk      ${facts.desk_url}   (once you are signed in)`,
    `  Chat      ${facts.url}/chat/${facts.agent_id}`,
    `  API       ${facts.url}/reference`,
    `  API key   ${facts.api_key}   (demo agent ${facts.agent_id})`,
    `  Admin     ${facts.adminToken}   (Bearer token of /admin/v1)`,
    `  Storage   ${where}`,
    '',
    '  Try it: teach the demo agent something',
    '',
    ...curlLines(facts).map((line) => `  ${line}`),
    '',
    '  Then open the chat and ask: do you ship abroad?',
    '  Open the desk beside it and write in the chat: I want to talk to a human',
    '  Ctrl-C stops it. What you stored stays.',
    '',
  ]
}

function consoleLines({ url, sign_in_link }: CardFacts): string[] {
  if (sign_in_link === undefined) return [`  Console   ${url}/console`]
  return [`  Console   ${sign_in_link}`, '            (the link signs you in once, within ten minutes)']
}

/** Works as printed in a POSIX shell. */
function curlLines({ url, api_key }: Pick<CardFacts, 'url' | 'api_key'>): string[] {
  return [
    `curl -X POST ${url}/v1/bot/doc/qa/add \\`,
    `  -H 'Authorization: Bearer ${api_key}' -H 'Content-Type: application/json' \\`,
    `  -d '{"purpose":"QA_TEXT","name":"My first answers","qaList":[{"question":"Do you ship abroad?","answer":"Yes, to 40 countries."}]}'`,
  ]
}
