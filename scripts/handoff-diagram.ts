/** Writes the diagram and the table of docs/handoff.md from the transition table. */
import { type Effect, handoffEvents, transitions } from '@tandem/service/handoff/state'

const BEGIN = '<!-- generated from packages/service/src/handoff/state.ts; npm run generate writes it -->'
const END = '<!-- end of generated part -->'

export function handoffDiagram(): string {
  const lines = transitions
    .filter(({ from, to, effects }) => from !== to || effects.length > 0)
    .map(({ from, on, to, end }) => `    ${from} --> ${to}: ${handoffEvents[on]}${end ? ` (${end})` : ''}`)
  return ['```mermaid', 'stateDiagram-v2', '    [*] --> AI', ...lines, '```'].join('\n')
}

export function handoffTable(): string {
  const rows = transitions.map(
    ({ from, on, to, end, effects }) =>
      `| ${from} | ${handoffEvents[on]} | ${end ? `${to}, ended as ${end}` : to} | ${effects.map(inWords).join('; ') || 'nothing'} |`,
  )
  return ['| state | event | next state | effects |', '|---|---|---|---|', ...rows].join('\n')
}

function inWords(effect: Effect): string {
  switch (effect.kind) {
    case 'floor':
      return effect.to === 'AI' ? 'the AI has the floor again' : 'the AI loses the floor'
    case 'notice':
      return `the user is told: \`${effect.text}\``
    case 'establish':
      return 'establish is sent to the desk'
    case 'relay':
      return 'it is sent to the desk'
    case 'reply':
      return 'it is sent to the user'
    case 'close':
      return `if the desk may know of it, it gets close: \`${effect.type}\``
    case 'deadline':
      if (effect.after === 'waiting') return 'the waiting time begins'
      return `the idle time restarts${effect.ifTaken ? ', unless earlier messages still wait for the desk' : ''}`
  }
}

/** Returns the page with its generated part renewed; the rest of the page is written by hand. */
export function withGeneratedPart(page: string): string {
  const from = page.indexOf(BEGIN)
  const to = page.indexOf(END)
  if (from === -1 || to < from) throw new Error('docs/handoff.md lacks the marks of its generated part.')
  const part = [BEGIN, '', handoffDiagram(), '', handoffTable(), '', END].join('\n')
  return page.slice(0, from) + part + page.slice(to + END.length)
}
