/** Knowledge: the list of documents, files on their way there, one document, and the review of a draft. */
import type { Page } from 'playwright-core'
import { beginImport } from '../../../service/test/harness/long-import.ts'
import type { Shot, Stage } from './shot.ts'

const LONG_NAME = `${'🎒'.repeat(60)}.csv`
const PAIRS = [
  ['Do you ship abroad?', 'Yes, to 40 countries. See the list on our delivery page.'],
  ['How long does delivery take?', 'Three to five working days inside the country.'],
  ['Can I return a sale item?', 'Within 30 days, unworn, with the receipt.'],
  ['Wo finde ich meine Rechnung?', 'Im Konto unter „Bestellungen“.'],
  ['هل يمكنني الدفع عند الاستلام؟', 'نعم، في جميع المدن.'],
  ['可以开发票吗？', '可以，请在订单页面申请电子发票。'],
  ['Is <b>this</b> safe?', '<img src=x onerror=alert(1)> [Click](javascript:alert(1)) stays text.'],
  ['What about a very long answer?', 'It goes on. '.repeat(120)],
] as const

/** Fills the stage: a list, a converted document, one that waits for review, one that failed, and many small ones. */
export async function fillKnowledge({
  service,
  crowded: { id, key },
}: Pick<Stage, 'service' | 'crowded'>): Promise<void> {
  const add = (body: object) => service.api('POST', '/v1/bot/doc/qa/add', body, key)
  const file = (name: string, text: string) => ({
    file_name: name,
    file_base64: Buffer.from(text).toString('base64'),
  })
  for (let n = 1; n <= 40; n += 1)
    await add({
      purpose: 'QA_TEXT',
      name: `Collection ${n}`,
      qaList: [{ question: `Is model ${n} in stock?`, answer: 'Yes.' }],
    })
  await add({ purpose: 'QA_FILE', files: [file(LONG_NAME, 'question,answer\nWhat is in it?,A tent.\n')] })
  await add({
    purpose: 'QA_TEXT',
    name: 'Shipping and returns',
    qaList: PAIRS.map(([question, answer]) => ({ question, answer })),
  })
  await editPair(service, id)
  await add({ purpose: 'QA_FILE', files: [file('faq-2025.csv', badCsv('Three to five'))] })
  await service.admin('PATCH', `/agents/${id}/settings`, {
    knowledge: { publish_conversions: 'after_approval' },
  })
  await add({ purpose: 'FILE_2_QA', files: [file('backpack-manual.md', MANUAL)] })
  await service.admin('PATCH', `/agents/${id}/settings`, { knowledge: { publish_conversions: 'at_once' } })
  await add({ purpose: 'FILE_2_QA', files: [file('lamp-manual.md', MANUAL.replaceAll('backpack', 'lamp'))] })
  const made = await service.api('POST', '/v1/bot/knowledge/base/create', { name: 'Spare parts' }, key)
  const { knowledge_base_id } = made.json
  const qaList = [{ question: 'Do you sell buckles?', answer: 'Yes, in our shop.' }]
  await add({ purpose: 'QA_TEXT', name: 'Buckles and straps', knowledge_base_id, qaList })
  await service.admin('PUT', `/agents/${id}/question-sets`, {
    name: 'Backpacks',
    questions: [
      { question: 'Is the backpack waterproof?' },
      { question: 'How do I wash my backpack?' },
      { question: 'Do you ship abroad?' },
    ],
  })
}

/** So that there is a history. */
async function editPair(service: Stage['service'], agentId: string): Promise<void> {
  const { json: found } = await service.admin('GET', `/agents/${agentId}/documents?q=Shipping`)
  const path = `/agents/${agentId}/documents/${found.items[0].id}/pairs`
  const { json: pairs } = await service.admin('GET', path)
  await service.admin('PATCH', `${path}/${pairs.items[1].id}`, {
    answer: 'Two to four working days inside the country.',
  })
  await service.admin('POST', path, { question: 'Do you have a shop?', answer: 'Yes, in Lisbon.' })
}

/** Of a dozen rows, one repeats and three are rejected. */
export const badCsv = (days: string) =>
  [
    'Category,Product,Customer question,Our reply,Updated',
    'Delivery,all,Do you ship abroad?,"Yes, to 40 countries.",2025-01-04',
    `Delivery,all,How long does delivery take?,${days} working days inside the country.,2025-01-04`,
    'Returns,all,Can I return a sale item?,"Within 30 days, unworn, with the receipt.",2025-02-11',
    'Returns,all,Can I return a sale item?,"Within 30 days, unworn, with the receipt.",2025-02-11',
    'Billing,all,Where is my invoice?,,2025-02-12',
    'Billing,all,,In your account.,2025-02-12',
    `Care,tents,${'How do I wash it? '.repeat(120)},By hand.,2025-03-01`,
    'Care,bags,Is it waterproof?,The outer fabric is; the seams are taped.,2025-03-01',
  ].join('\n')

const MANUAL = `# Manual of the backpack

## How do I adjust the straps?

Pull both ends down until the backpack sits close to your back.

## Is the backpack waterproof?

The outer fabric is. Close the lid, and pull out the rain cover from 5 litres of rain per hour on.

## How do I wash the backpack?

By hand, with lukewarm water and mild soap. Let it dry in the shade.

## Warranty

Two years from the day you bought it. Keep the receipt.
`

export const documentPath =
  (name: string, after = '') =>
  async (stage: Stage) => {
    const { json } = await stage.service.admin(
      'GET',
      `/agents/${stage.crowded.id}/documents?limit=5&q=${encodeURIComponent(name)}`,
    )
    return `/a/${stage.crowded.id}/knowledge/d/${json.items[0].id}${after}`
  }

async function choose(page: Page, name: string, text: string): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
}

const crowdedPath = (stage: Stage) => `/a/${stage.crowded.id}/knowledge`

export const knowledgeShots: readonly Shot[] = [
  {
    name: 'knowledge-crowded',
    isEveryRun: true,
    path: crowdedPath,
    ready: (page) => page.getByText('waits for review').waitFor(),
  },
  {
    name: 'knowledge-empty',
    path: ({ fresh }) => `/a/${fresh.id}/knowledge`,
    ready: (page) => page.getByText('No knowledge yet').waitFor(),
  },
  {
    name: 'knowledge-loading',
    path: crowdedPath,
    hangs: /\/documents\?/,
    async ready(page) {
      await page.getByRole('heading', { name: 'Knowledge' }).waitFor()
      await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor()
    },
  },
  {
    name: 'knowledge-error',
    path: crowdedPath,
    fails: /\/documents\?/,
    ready: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'knowledge-add-empty',
    path: (stage) => `${crowdedPath(stage)}/add`,
    ready: (page) => page.getByText('Drop files here').waitFor(),
  },
  {
    name: 'knowledge-preview',
    isEveryRun: true,
    path: (stage) => `${crowdedPath(stage)}/add`,
    async ready(page) {
      await choose(page, 'faq-2026.csv', badCsv('Two to four'))
      await page.getByRole('heading', { name: 'Rejected rows' }).waitFor()
    },
  },
  {
    name: 'knowledge-preview-replace',
    path: (stage) => `${crowdedPath(stage)}/add`,
    async ready(page) {
      await choose(page, 'faq-2025.csv', badCsv('Two to four'))
      await page.getByLabel('Where it goes').selectOption({ label: 'In place of faq-2025.csv (4 pairs)' })
      await page.getByText('What changes').waitFor()
    },
  },
  {
    name: 'knowledge-preview-mended',
    path: (stage) => `${crowdedPath(stage)}/add`,
    async ready(page) {
      const mended =
        'row,reason,question,answer\n6,answer: the cell is empty,Where is my invoice?,In your account.\n'
      await choose(page, 'faq-2025-rejected.csv', mended)
      await page.getByLabel('Where it goes').selectOption({ label: 'Added to faq-2025.csv (4 pairs stay)' })
      await page.getByRole('button', { name: 'Add 1 pair to it' }).waitFor()
      await page.getByText('In your account.').waitFor()
    },
  },
  {
    name: 'knowledge-importing',
    async path({ service, talk }) {
      const long = await beginImport(service, talk.agent.id, 'catalogue-2026.csv')
      await long.reach(1_000, 41_200, 100_000)
      return `/a/${talk.agent.id}/knowledge`
    },
    ready: (page) => page.getByRole('progressbar').first().waitFor(),
  },
  {
    name: 'knowledge-base-delete',
    path: crowdedPath,
    async ready(page) {
      await page.getByRole('button', { name: 'All bases' }).click()
      await page.getByRole('menuitemradio', { name: 'Spare parts' }).click()
      await page.getByRole('button', { name: 'Spare parts' }).click()
      await page.getByRole('menuitem', { name: 'Delete Spare parts' }).click()
      await page.getByRole('dialog').getByText('Its 1 document').waitFor()
    },
  },
  {
    name: 'knowledge-preview-document',
    path: (stage) => `${crowdedPath(stage)}/add`,
    async ready(page) {
      await choose(page, 'tent-manual.md', MANUAL)
      await page.getByText('characters read').waitFor()
    },
  },
  {
    name: 'knowledge-preview-refused',
    path: (stage) => `${crowdedPath(stage)}/add`,
    async ready(page) {
      await choose(page, 'empty.csv', 'question,answer\n,\n')
      await page.getByText('This file cannot be stored.').waitFor()
    },
  },
  {
    name: 'knowledge-type',
    isEveryRun: true,
    path: (stage) => `${crowdedPath(stage)}/type`,
    ready: (page) => page.getByLabel('Question').waitFor(),
  },
  {
    name: 'knowledge-document',
    path: documentPath('Shipping and returns'),
    ready: (page) => page.getByText('Do you ship abroad?').waitFor(),
  },
  {
    name: 'knowledge-document-loading',
    path: documentPath('Shipping and returns'),
    hangs: /\/pairs\?/,
    ready: (page) => page.getByRole('heading', { name: 'Shipping and returns' }).waitFor(),
  },
  {
    name: 'knowledge-document-error',
    path: documentPath('Shipping and returns'),
    fails: /\/pairs\?/,
    ready: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'knowledge-source',
    isEveryRun: true,
    path: documentPath('faq-2025.csv', '?tab=source'),
    ready: (page) => page.getByRole('heading', { name: 'Rejected rows' }).waitFor(),
  },
  {
    name: 'knowledge-review',
    isEveryRun: true,
    path: documentPath('backpack-manual.md', '/review'),
    ready: (page) => page.getByRole('button', { name: 'Approve A' }).waitFor(),
  },
  {
    name: 'knowledge-review-plan',
    path: documentPath('backpack-manual.md', '/review'),
    async ready(page) {
      await page.getByRole('button', { name: 'See what changes' }).click()
      await page.getByText('are not decided yet').waitFor()
      await page.getByText('come out otherwise').waitFor()
    },
  },
  {
    name: 'knowledge-review-none',
    path: documentPath('lamp-manual.md', '/review'),
    ready: (page) => page.getByText('Nothing to review').waitFor(),
  },
  {
    name: 'knowledge-delete',
    path: documentPath('lamp-manual.md'),
    async ready(page) {
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Delete the document' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'knowledge-pair-open',
    isEveryRun: true,
    path: documentPath('Shipping and returns'),
    async ready(page) {
      await page.getByLabel('Ask what a user would ask').fill('Do you ship abroad?')
      await page.keyboard.press('Enter')
      await page.getByText('answered', { exact: true }).waitFor()
      await page
        .getByRole('listitem')
        .filter({ hasText: 'How long does delivery take?' })
        .getByRole('button')
        .click()
      await page.getByLabel('Answer').waitFor()
    },
  },
  {
    name: 'knowledge-history',
    isEveryRun: true,
    path: documentPath('Shipping and returns', '?tab=history&revision=1'),
    ready: (page) => page.getByText('Go back to this').waitFor(),
  },
]
