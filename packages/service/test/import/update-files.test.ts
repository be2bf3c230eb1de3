/** Updates by files: a file is read as the document was made, so that the same file again changes nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeAs } from '../../../documents/test/legacy-text.ts'
import { makeXlsx } from '../../../documents/test/make-xlsx.ts'
import { readDocument } from '../harness/documents.ts'
import { onSqlite } from '../harness/engines.ts'
import { inline, pairsOf, sharedService } from '../harness/service.ts'

const PRODUCTS = 'SKU;Name;Price;Stock\nA-1;Pump 12V;49,90;3\nA-2;Pump 24V;59,90;0\n'

onSqlite((engine) => {
  const service = sharedService(engine)
  const pairsIn = async (docId: string) =>
    (await readDocument(service().service.database, docId))?.pairs.map(({ question, answer }) => [
      question,
      answer,
    ])
  async function add(key: string, purpose: string, file: object): Promise<string> {
    const { json, text } = await service().api('POST', '/v1/bot/doc/qa/add', { purpose, files: [file] }, key)
    assert.equal(json.doc?.length, 1, text)
    return json.doc[0].doc_id
  }
  async function update(key: string, doc_id: string, file: object) {
    const files = [{ ...file, doc_id }]
    return (await service().api('PUT', '/v1/bot/doc/qa/update', { files }, key)).json
  }

  const files: [purpose: string, name: string, content: string | Buffer][] = [
    ['FILE_2_QA', 'products.csv', PRODUCTS],
    ['FILE_2_QA', 'products.tsv', PRODUCTS.replaceAll(';', '\t')],
    ['FILE_2_QA', 'faq.csv', 'question,answer,team\nIs it free?,Yes.,Sales\nSince when?,2020.,Sales\n'],
    ['FILE_2_QA', 'notes.txt', 'Question, answer\n\nWe sell pumps, valves and hoses to all of Europe.\n'],
    ['QA_FILE', 'faq.txt', encodeAs('utf-16le', '\ufeffQuestion\tAnswer\r\nOne?\tYes\r\nTwo?\tNo\r\n')],
    ['QA_FILE', 'faq', 'One?;Yes\nTwo?;No\n'],
    ['QA_FILE', 'faq.md', 'question,answer\nOne?,Yes\n'],
    ['QA_FILE', 'faq.csv', 'Do you ship?,Yes.\nIs it free?,"No, 5 euros."\n'],
  ]
  for (const [purpose, name, content] of files) {
    test(`the same file again gives the same pairs: ${name}, made with ${purpose}`, async () => {
      const { key } = await service().newAgent()
      const doc = await add(key, purpose, inline(name, content))
      const before = await pairsIn(doc)
      assert.ok(before && before.length > 0)
      assert.deepEqual((await update(key, doc, inline(name, content))).failed, [])
      assert.deepEqual(await pairsIn(doc), before)
      assert.deepEqual((await update(key, doc, inline(name, content))).failed, [])
      assert.deepEqual(await pairsIn(doc), before)
    })
  }

  test('what a file plainly is comes before how its document was made', async () => {
    const { key } = await service().newAgent()
    const pairs = await add(key, 'QA_FILE', inline('faq.csv', 'question,answer\nA?,B\n'))
    await update(key, pairs, inline('fees.md', '# Fees and payment\n\nMembership costs 5 euros.\n'))
    assert.deepEqual(await pairsIn(pairs), [['Fees and payment', 'Membership costs 5 euros.']])
    const made = await add(key, 'FILE_2_QA', inline('fees.md', '# Fees and payment\n\nIt costs 5 euros.\n'))
    await update(key, made, inline('faq.csv', 'question,answer,similar questions\nA?,B,C?\n'))
    assert.deepEqual(await pairsIn(made), [
      ['A?', 'B'],
      ['C?', 'B'],
    ])
    const rows = [
      ['question', 'answer'],
      ['X?', 'Y'],
    ]
    const again = await add(key, 'FILE_2_QA', inline('products.csv', PRODUCTS))
    await update(key, again, inline('faq.xlsx', makeXlsx([{ name: 'FAQ', rows }])))
    assert.deepEqual(await pairsIn(again), [['X?', 'Y']])
  })

  test('pairs typed in are replaced by a list of pairs under any name, and by any other text converted', async () => {
    const { key } = await service().newAgent()
    const doc = await service().addDocument(key, pairsOf(2))
    await update(key, doc, inline('faq.txt', 'Question\tAnswer\nOne?\tYes\n'))
    assert.deepEqual(await pairsIn(doc), [['One?', 'Yes']])
    const other = await service().addDocument(key, pairsOf(2))
    await update(
      key,
      other,
      inline('hours.txt', 'Opening hours\n=====\n\nWe are open from 9 to 5, every day.\n'),
    )
    assert.deepEqual((await pairsIn(other))?.length, 1)
    assert.match((await pairsIn(other))?.[0]?.[1] ?? '', /We are open from 9 to 5, every day\./)
  })

  test('after going back, an update is read as what is shown was made', async () => {
    const { id, key } = await service().newAgent()
    const doc = await add(key, 'FILE_2_QA', inline('products.csv', PRODUCTS))
    const before = await pairsIn(doc)
    await update(
      key,
      doc,
      inline(
        'faq.xlsx',
        makeXlsx([
          {
            name: 'FAQ',
            rows: [
              ['question', 'answer'],
              ['X?', 'Y'],
            ],
          },
        ]),
      ),
    )
    const back = await service().admin('POST', `/agents/${id}/documents/${doc}/rollback`)
    assert.equal(back.status, 200, back.text)
    await update(key, doc, inline('products.csv', PRODUCTS))
    assert.deepEqual(await pairsIn(doc), before)
  })
})
