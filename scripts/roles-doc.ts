// Writes docs/roles.md from the route table: the roles that may call each route of the admin API.
import { roles } from '@tandem/contract/admin-accounts'
import type { Handlers } from '@tandem/service/handlers'
import { routeTable } from '@tandem/service/routes'

/** Stands for the handlers, which the route table only refers to and nobody calls here. */
const anything: unknown = new Proxy(() => {}, { get: () => anything, apply: () => anything })

export function rolesDoc(): string {
  const routes = routeTable(anything as Handlers, 1).filter((route) => route.roles !== undefined)
  const rows = routes.map(({ method, path, roles: may = [] }) => {
    const shown = path.replace(
      /:(\w+)/g,
      (_, name: string) => `{${name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}}`,
    )
    return `| \`${method} ${shown}\` | ${roles.map((role) => (may.includes(role) ? '✓' : '')).join(' | ')} |`
  })
  return [
    '<!-- Made from the route table by npm run generate. -->',
    '# Who may call what',
    '',
    'The routes of the admin API and the roles of [accounts](accounts.md) that may call them. The admin token may call all of them but those of the',
    'own session. An account for some agents may call them for those agents. `POST /admin/v1/session` signs in.',
    '',
    `| route | ${roles.join(' | ')} |`,
    `|---|${roles.map(() => ':-:|').join('')}`,
    ...rows,
    '',
  ].join('\n')
}
