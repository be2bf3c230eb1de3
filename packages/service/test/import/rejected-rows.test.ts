/** Rejected rows: they come back whole, and mended they are added to the document, in which nothing else changes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TandemAdmin } from '@tandem/sdk/source'
import { makeXlsx } from '../../../documents/test/make-xlsx.ts'
import { readDocument } from '../harness/documents.ts'
import { onEachEngine } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

interface Case {
  readonly what: string
  readonly name?: string
  readonly data: string | Uint8Array
  /** The rejected rows, after row and reason. */
  readonly header: string
  readonly rows: readonly string[]
  readonly mend: (csv: string) => string
  readonly before: readonly (readonly [string, string])[]
  readonly added: readonly (readonly [string, string])[]
}

const CASES: readonly Case[] = [
  {
    what: 'with all its cells, safe against formulas',
    data: 'id,question,answer,team\n1,Open?,From nine.,Sales\n2,"Ship, abroad?",,=1+1\n3,Cost?,-5 euros,Sales\n4,,Yes,\n',
    header: 'id,question,answer,team',
    rows: [`3,answer: the cell is empty,2,"Ship, abroad?",,'=1+1`, '5,question: the cell is empty,4,,Yes,'],
    mend: (csv) => csv.replace(",,'=1+1", ",'-Yes.,'=1+1").replace('4,,Yes,', '4,Free?,Yes,'),
    before: [
      ['Open?', 'From nine.'],
      ['Cost?', '-5 euros'],
    ],
    added: [
      ['Ship, abroad?', '-Yes.'],
      ['Free?', 'Yes'],
    ],
  },
  {
    what: 'without a header',
    data: 'Do you ship?;Yes, everywhere.\nIs it free of charge?;No, five euros.\nWhen do you open?;\n',
    header: 'question,answer',
    rows: ['3,column 2: the cell is empty,When do you open?,'],
    mend: (csv) => csv.replace('open?,', 'open?,At nine.'),
    before: [
      ['Do you ship?', 'Yes, everywhere.'],
      ['Is it free of charge?', 'No, five euros.'],
    ],
    added: [['When do you open?', 'At nine.']],
  },
  {
    what: 'with a delimiter that stood unquoted',
    data: 'question,answer\nOpen,From nine.\nShipping,to France, Spain\n',
    header: 'question,answer',
    rows: [
      '3,"the row has 3 cells where 2 are expected; a cell with the delimiter in it must stand in quotation marks",Shipping,to France,Spain',
    ],
    mend: (csv) => csv.replace('to France,Spain', '"to France, Spain"'),
    before: [['Open', 'From nine.']],
    added: [['Shipping', 'to France, Spain']],
  },
  {
    what: 'from several sheets',
    name: 'faq.xlsx',
    data: makeXlsx([
      {
        name: 'One',
        rows: [
          ['question', 'answer'],
          ['A?', 'a'],
          ['B?', ''],
        ],
      },
      {
        name: 'Two',
        rows: [
          ['Answer', 'team', 'Question'],
          ['c', 'x', 'C?'],
          ['d', 'y', ''],
        ],
      },
    ]),
    header: 'question,answer,team',
    rows: [
      '3,"sheet ""One"": answer: the cell is empty",B?,,',
      '3,"sheet ""Two"": Question: the cell is empty",,d,y',
    ],
    mend: (csv) => csv.replace('B?,,', 'B?,b,').replace(',,d,y', ',D?,d,y'),
    before: [
      ['A?', 'a'],
      ['C?', 'c'],
    ],
    added: [
      ['B?', 'b'],
      ['D?', 'd'],
    ],
  },
]

onEachEngine((engine) => {
  const service = sharedService(engine)

  for (const { what, name = 'faq.csv', data, header, rows, mend, before, added } of CASES)
    test(`rejected rows ${what} are previewed, kept with the import, mended and added`, async () => {
      const { id: agentId } = await service().newAgent()
      const admin = new TandemAdmin({ url: service().url, token: service().adminToken })
      const { knowledge } = admin.asAgent(agentId)
      const pairsIn = async (docId: string) =>
        (await readDocument(service().service.database, docId))?.pairs.map(({ question, answer }) => [
          question,
          answer,
        ])
      const preview = await admin.documents.previewFile(agentId, { name, data })
      const csv = preview.rejected_csv ?? ''
      const [head, ...lines] = csv.split('\r\n')
      assert.equal(head, `\uFEFFrow,reason,${header}`)
      assert.deepEqual(lines, [...rows, ''])
      const { doc_id: docId } = await knowledge.addFile({ name, data })
      assert.equal((await admin.documents.import({ agentId, docId })).rejected_csv, csv)
      assert.deepEqual(await pairsIn(docId), before)

      const mended = { name: 'faq-rejected.csv', data: mend(csv) }
      await knowledge.appendFile(docId, mended)
      assert.deepEqual(await pairsIn(docId), [...before, ...added])
      const account = await admin.documents.import({ agentId, docId })
      assert.deepEqual([account.file_name, account.ledger.rejected], ['faq-rejected.csv', 0])
      assert.equal(account.rejected_csv, null)
    })

  test('only a list is added to a document: anything else fails with the reason, and the document stays', async () => {
    const { id: agentId, key } = await service().newAgent()
    const admin = new TandemAdmin({ url: service().url, token: service().adminToken })
    const { knowledge } = admin.asAgent(agentId)
    const { doc_id: docId } = await knowledge.addFile({ name: 'faq.csv', data: 'question,answer\nA?,b\n' })
    const manual = { name: 'manual.md', data: '# Fees and payment\n\nMembership costs 5 euros.\n' }
    await assert.rejects(knowledge.appendFile(docId, manual), /Only a list of questions and answers/)
    const bad = { name: 'faq.csv', data: 'question,answer\nC?,\n' }
    await assert.rejects(knowledge.appendFile(docId, bad), /None of the 1 rows is a usable pair/)
    assert.equal((await admin.documents.get({ agentId, docId })).pairs, 1)
    const beside = { doc_id: docId, qaList: [{ question: 'C?', answer: 'd' }], append: true }
    const { status, text } = await service().api('PUT', '/v1/bot/doc/qa/update', beside, key)
    assert.equal(status, 400, text)
    assert.match(text, /append beside qaList/)
  })
})
