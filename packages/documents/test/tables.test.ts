// Tables in pages, Word documents and Markdown: no row is lost, and none says what the table does not.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertChecked } from './documents.ts'
import { paragraph, table, writeDocx } from './write-docx.ts'

type Rows = readonly (readonly string[])[]

const html = (rows: Rows, cell = 'td', first = cell) =>
  `<html><body><h2>All about our staff</h2><table>${rows
    .map(
      (row) =>
        `<tr>${row.map((text, i) => `<${i ? cell : first}>${text}</${i ? cell : first}>`).join('')}</tr>`,
    )
    .join('')}</table></body></html>`
const docx = (rows: Rows) => writeDocx(paragraph('All about our staff', 'berschrift1') + table(rows))
const markdown = (rows: Rows) =>
  `## All about our staff\n\n${rows.map((row, i) => `| ${row.join(' | ')} |${i === 0 ? `\n|${'--|'.repeat(row.length)}` : ''}`).join('\n')}\n`

async function answer(source: string | Uint8Array, fileName: string): Promise<string> {
  const { pairs, coverage } = await convertChecked(source, fileName)
  assert.deepEqual(coverage.uncovered, [])
  assert.equal(pairs.length, 1)
  return pairs[0]!.answer
}

describe('tables of names and values', () => {
  const rows = [
    ['Responsible', 'Jane Roe'],
    ['Position', 'Head of HR'],
    ['Office', 'Berlin'],
    ['Deputy', 'John Doe'],
  ]
  const written = 'Responsible: Jane Roe\nPosition: Head of HR\nOffice: Berlin\nDeputy: John Doe'

  it('without a header each row is a name and its value, in pages and in Word', async () => {
    assert.equal(await answer(html(rows), 'a.html'), written)
    assert.equal(await answer(docx(rows), 'a.docx'), written)
  })

  it('names marked as the heads of their rows name the values, one or more', async () => {
    assert.equal(await answer(html(rows, 'td', 'th'), 'a.html'), written)
    const scoped = html(rows, 'td', 'th').replaceAll('<th>', '<th scope="row">')
    assert.equal(await answer(scoped, 'a.html'), written)
    const plans = [
      ['Plan', 'Basic', 'Pro'],
      ['Users', 'five', 'fifty'],
    ]
    assert.equal(await answer(html(plans, 'td', 'th'), 'a.html'), 'Plan: Basic | Pro\nUsers: five | fifty')
  })

  it('bold names in the first column make no header of the first row', async () => {
    const bold = rows.map(([name, value]) => [`<b>${name}</b>`, value!])
    assert.equal(await answer(html(bold), 'a.html'), written)
  })

  it('Markdown with an empty header likewise', async () => {
    assert.equal(await answer(markdown([['', ''], ...rows]), 'a.md'), written)
  })

  it('questions over two lines of a cell, or long texts, are not taken for names', async () => {
    const long = [
      ['We open at nine.', 'And close at five.'],
      ['On Sundays too.', 'But later.'],
    ]
    assert.equal(
      await answer(html(long), 'a.html'),
      'We open at nine. | And close at five.\nOn Sundays too. | But later.',
    )
  })
})

describe('headers', () => {
  const body = [
    ['Basic', 'five users', 'mail'],
    ['Pro', 'fifty users', 'phone'],
  ]
  const written = 'Plan: Basic; Size: five users; Support: mail\nPlan: Pro; Size: fifty users; Support: phone'

  it('marked ones, and names over three columns in Word, name the cells below', async () => {
    const rows = [['Plan', 'Size', 'Support'], ...body]
    const marked = html(rows).replace(/<tr>.*?<\/tr>/, (row) => row.replaceAll('td>', 'th>'))
    assert.equal(await answer(marked, 'a.html'), written)
    assert.equal(await answer(docx(rows), 'a.docx'), written)
    assert.equal(await answer(markdown(rows), 'a.md'), written)
  })

  it('over two columns a row is one when it is bold, or names questions and answers', async () => {
    const rows = [
      ['Country', 'Delivery'],
      ['Norway', 'free'],
      ['Sweden', 'one euro'],
    ]
    const named = 'Country: Norway; Delivery: free\nCountry: Sweden; Delivery: one euro'
    const bold = html(rows)
      .replace('Country', '<b>Country</b>')
      .replace('Delivery', '<strong>Delivery</strong>')
    assert.equal(await answer(bold, 'a.html'), named)
    const { pairs } = await convertChecked(
      docx([
        ['Question', 'Answer'],
        ['Do you ship abroad', 'Yes.'],
      ]),
      'a.docx',
    )
    assert.deepEqual(
      pairs.map(({ question, answer: said }) => [question, said]),
      [['Do you ship abroad', 'Yes.']],
    )
  })

  it('a first row whose words come again below is no header', async () => {
    const rows = [
      ['Jane Roe', 'Sales', 'Berlin'],
      ['John Doe', 'Support', 'Berlin'],
    ]
    assert.equal(await answer(docx(rows), 'a.docx'), 'Jane Roe | Sales | Berlin\nJohn Doe | Support | Berlin')
  })

  it('names over names go together, a title over all columns stands alone', async () => {
    const source =
      '<html><body><h2>All about our staff</h2><table><tr><td colspan="3">As of May</td></tr><tr><th rowspan="2">Plan</th><th colspan="2">Price</th></tr><tr><th>monthly</th><th>yearly</th></tr><tr><td>Basic</td><td>5 €</td><td>50 €</td></tr><tr><td colspan="3">For companies</td></tr><tr><td>Pro</td><td>9 €</td><td>90 €</td></tr></table></body></html>'
    assert.equal(
      await answer(source, 'a.html'),
      'As of May\nPlan: Basic; Price monthly: 5 €; Price yearly: 50 €\nFor companies\nPlan: Pro; Price monthly: 9 €; Price yearly: 90 €',
    )
  })

  it('a wide cell beside one that goes on from the row above is no title over all columns', async () => {
    const source =
      '<html><body><h2>Prices of all our plans</h2><table><tr><th>Plan</th><th>Users</th><th>Price</th></tr><tr><td>Basic</td><td>3</td><td rowspan="2">5 € a month</td></tr><tr><td colspan="2">For schools</td></tr></table></body></html>'
    assert.equal(
      await answer(source, 'a.html'),
      'Plan: Basic; Users: 3; Price: 5 € a month\nPlan: For schools; Price: 5 € a month',
    )
  })

  it('and one cell beside a merged one is no title over all columns', async () => {
    const source =
      '<html><body><h2>All about our staff</h2><table><tr><th>Plan</th><th>Price</th></tr><tr><td rowspan="2">Basic</td><td>5 € a month</td></tr><tr><td>50 € a year</td></tr></table></body></html>'
    assert.equal(
      await answer(source, 'a.html'),
      'Plan: Basic; Price: 5 € a month\nPlan: Basic; Price: 50 € a year',
    )
  })
})

describe('tables of one row', () => {
  const row = [['Reception', 'Room four']]

  it('are not lost, in pages, Word and Markdown, whatever their cells are', async () => {
    for (const source of [html(row), html(row, 'th'), html(row, 'td', 'th')])
      assert.equal(await answer(source, 'a.html'), 'Reception: Room four')
    assert.equal(await answer(docx(row), 'a.docx'), 'Reception: Room four')
    assert.equal(await answer(markdown(row), 'a.md'), 'Reception: Room four')
    const wide = [['Reception', 'Room four', 'Ms Roe']]
    assert.equal(await answer(html(wide, 'th'), 'a.html'), 'Reception | Room four | Ms Roe')
  })

  it('are not lost inside another table', async () => {
    const inner = '<table><tr><td>Reception</td><td>Room four</td></tr></table>'
    const found = await answer(html([['Item', inner]]), 'a.html')
    assert.equal(found, 'Item\n\nReception: Room four')
    const nested = table([['Item', 'XX']]).replace(paragraph('XX'), table(row) + paragraph('after'))
    const word = writeDocx(paragraph('All about our staff', 'berschrift1') + nested)
    assert.equal(await answer(word, 'a.docx'), 'Item\n\nReception: Room four\n\nafter')
  })

  it('whose cells hold many lines are the columns of a page', async () => {
    const source =
      '<html><body><table><tr><td><a href="a">Home</a><br><a href="b">Shop</a><br><a href="c">Contact</a></td><td><b>1. How do I order?</b><br>By fax.<p><b>2. Which cards do you take?</b><br>Visa.</td></tr></table></body></html>'
    const { pairs } = await convertChecked(source, 'a.html')
    const found = pairs.map(({ question, answer: said }) => [question, said])
    assert.deepEqual(found.slice(-2), [
      ['How do I order?', 'By fax.'],
      ['Which cards do you take?', 'Visa.'],
    ])
  })
})
