// Web pages as they are: what looks like page furniture and is content, accordions of many makes, exports of other systems.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertChecked } from './documents.ts'

const page = (body: string, head = '') =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`

async function asked(body: string, head = ''): Promise<[string, string][]> {
  const { pairs } = await convertChecked(page(body, head), 'a.html')
  return pairs.map(({ question, answer }) => [question, answer])
}

describe('what is left out of a page', () => {
  const sections: [id: string, heading: string, text: string][] = [
    ['how-do-i-subscribe', 'How do I subscribe?', 'Press the red button and pay.'],
    ['newsletter', 'About our newsletter', 'It comes every Monday.'],
    ['cookies-we-use', 'Cookies we use here', 'A session cookie that lasts 30 minutes.'],
    ['how-can-i-give-feedback', 'How can I give feedback?', 'Write to ideas@acme.example.'],
    ['pagination', 'Pagination of the API', 'Use the cursor parameter.'],
    ['gdpr', 'Your rights under the GDPR', 'You may ask for deletion.'],
  ]
  const expected = sections.map(([, heading, text]) => [heading, text])

  it('headings keep their text whatever their id says', async () => {
    const body = sections.map(([id, heading, text]) => `<h2 id="${id}">${heading}</h2><p>${text}</p>`)
    assert.deepEqual(await asked(body.join('')), expected)
    assert.deepEqual(await asked(`<main><article>${body.join('')}</article></main>`), expected)
  })

  it('sections and boxes named after their subject stay, by id and by class', async () => {
    const byId = sections.map(
      ([id, heading, text]) => `<section id="${id}"><h2>${heading}</h2><p>${text}</p></section>`,
    )
    assert.deepEqual(await asked(byId.join('')), expected)
    const byClass = sections.map(
      ([id, heading, text]) => `<div class="section ${id}"><h2>${heading}</h2><p>${text}</p></div>`,
    )
    assert.deepEqual(await asked(byClass.join('')), expected)
  })

  it('remarks beside the text and a dinner menu are content', async () => {
    const body =
      '<main><h1>Pizzeria</h1><h2>Rate limits and quotas</h2><p>100 a minute.</p><aside class="note"><p>Over the limit your key is locked.</p></aside><div class="menu"><h2>The menu of today</h2><p>Margherita 8.50</p></div></main>'
    assert.deepEqual(await asked(body), [
      ['Rate limits and quotas', '100 a minute.\n\nOver the limit your key is locked.'],
      ['The menu of today', 'Margherita 8.50'],
    ])
  })

  it('cookie notices, sign-up boxes, votes, menus and lists of links are left out, listed and counted', async () => {
    const furniture = [
      '<div id="cookie-banner" class="cookie-consent"><h2>We value your privacy</h2><p>We and our partners use cookies to improve your visit. You may accept or reject them, and change this later.</p><button>Accept all</button><button>Reject</button></div>',
      '<div class="newsletter"><h3>Stay in touch</h3><p>News every week.</p><form><input type="email"><button>Subscribe</button></form></div>',
      '<nav><a href="/a">Shop</a><a href="/b">Stores</a></nav>',
      '<ul class="pagination"><li><a href="?p=1">1</a></li><li><a href="?p=2">2</a></li></ul>',
      '<aside><h3>Related articles</h3><ul><li><a href="/x">Gift cards</a></li></ul></aside>',
      '<div class="helpful"><p>Was this helpful?</p><button>Yes</button><button>No</button></div>',
      '<footer><p>© Acme</p></footer>',
    ]
    const content = '<h1>Help</h1><h2>How do I pay?</h2><p>By card.</p>'
    const { pairs, warnings } = await convertChecked(page(content + furniture.join('')), 'a.html')
    assert.deepEqual(
      pairs.map(({ question, answer }) => [question, answer]),
      [['How do I pay?', 'By card.']],
    )
    const [warning = ''] = warnings
    assert.match(warning, /page furniture .*: 7 parts, \d+ characters: /)
    for (const text of ['We value your privacy', 'Stay in touch', 'Shop', 'Gift cards', '© Acme'])
      assert.ok(warning.includes(text), `${text} is not listed in ${warning}`)
  })

  it('whose words a quotation are stays', async () => {
    const body =
      '<h2>What people say of us</h2><blockquote><p>Fast.</p><footer>Jane Roe, Bonn</footer></blockquote><footer>Imprint</footer>'
    assert.deepEqual(await asked(body), [['What people say of us', 'Fast.\n\nJane Roe, Bonn']])
  })
})

describe('accordions', () => {
  const items: [string, string][] = [
    ['How long is delivery?', 'Two days.'],
    ['Can I pay by invoice?', 'Yes, companies only.'],
    ['Gift wrapping', 'Costs 3 euros.'],
  ]
  const makes: Record<string, (question: string, answer: string, i: number) => string> = {
    'Bootstrap 3': (q, a, i) =>
      `<div class="panel panel-default"><div class="panel-heading"><h4 class="panel-title"><a data-toggle="collapse" href="#c${i}">${q}</a></h4></div><div id="c${i}" class="panel-collapse collapse"><div class="panel-body">${a}</div></div></div>`,
    'Bootstrap 4 with buttons': (q, a, i) =>
      `<div class="card"><div class="card-header"><h5><button class="btn btn-link" data-toggle="collapse" data-target="#c${i}">${q}</button></h5></div><div id="c${i}" class="collapse"><div class="card-body">${a}</div></div></div>`,
    'Bootstrap 4 with links': (q, a, i) =>
      `<div class="card"><div class="card-header"><a class="card-link" data-toggle="collapse" href="#c${i}">${q}</a></div><div id="c${i}" class="collapse"><div class="card-body">${a}</div></div></div>`,
    'Bootstrap 5 without ARIA': (q, a, i) =>
      `<div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button" data-bs-toggle="collapse" data-bs-target="#c${i}">${q}</button></h2><div id="c${i}" class="accordion-collapse"><div class="accordion-body">${a}</div></div></div>`,
    'buttons and panels': (q, a) =>
      `<button class="accordion">${q}</button><div class="panel"><p>${a}</p></div>`,
    'buttons named collapsible': (q, a) =>
      `<button type="button" class="collapsible">${q}</button><div class="content"><p>${a}</p></div>`,
    'links to nowhere': (q, a) =>
      `<li><a class="toggle" href="javascript:void(0);">${q}</a><div class="inner"><p>${a}</p></div></li>`,
    'links to the box below': (q, a, i) =>
      `<div><a href="#box${i}">${q}</a><div id="box${i}"><p>${a}</p></div></div>`,
    'boxes that are buttons': (q, a) =>
      `<div class="Item"><div role="button" aria-expanded="false" tabindex="0"><div><p>${q}</p></div></div><div><div role="region"><p>${a}</p></div></div></div>`,
    'the expand macro of a wiki': (q, a) =>
      `<div class="expand-container"><div class="expand-control"><span class="expand-control-icon"> </span><span class="expand-control-text">${q}</span></div><div class="expand-content"><p>${a}</p></div></div>`,
    'toggles with answers in <nav>': (q, a) =>
      `<div class="w-dropdown"><div class="w-dropdown-toggle"><div class="icon"></div><div>${q}</div></div><nav class="w-dropdown-list"><p>${a}</p></nav></div>`,
  }
  for (const [name, make] of Object.entries(makes)) {
    it(`${name}: each title gets its own answer`, async () => {
      const body = `<h1>FAQ</h1><div>${items.map(([q, a], i) => make(q, a, i)).join('')}</div>`
      const found = await asked(body)
      assert.deepEqual(
        found.map(([question, answer]) => [question.replace('FAQ: ', ''), answer]),
        items,
      )
    })
  }

  it('a question on a plain button opens the box below it; other buttons are left out', async () => {
    const body =
      '<h1>Help</h1><div><button>Can I pay later?</button><div><p>Within 14 days.</p><button>Copy link</button></div></div><section><button>Add to cart</button><div>Our shop is in Rome.</div></section>'
    assert.deepEqual(await asked(body), [['Can I pay later?', 'Within 14 days.\n\nOur shop is in Rome.']])
  })

  it('an answer with headings of its own stays under its question', async () => {
    const body =
      '<h1>FAQ</h1><button class="accordion">Can I return it?</button><div class="panel"><h4>In the shop</h4><p>Yes.</p><h4>By post</h4><p>Yes too.</p></div>'
    assert.deepEqual(await asked(body), [['Can I return it?', 'In the shop\n\nYes.\n\nBy post\n\nYes too.']])
  })

  it('signs that link to a heading or open it are no part of the question', async () => {
    const body =
      '<h2>How do I pay? ¶</h2><p>By card.</p><h2>+ Is it free?</h2><p>No.</p><h2>Who pays? ▾</h2><p>I do.</p>'
    assert.deepEqual(await asked(body), [
      ['How do I pay?', 'By card.'],
      ['Is it free?', 'No.'],
      ['Who pays?', 'I do.'],
    ])
  })

  it('what opens a menu is part of the menu', async () => {
    const body =
      '<button aria-expanded="false" aria-controls="m">Menu</button><div id="m" class="nav"><a href="/a">Shop</a><a href="/b">Stores</a></div><h2>How do I pay?</h2><p>By card.</p>'
    assert.deepEqual(await asked(body), [['How do I pay?', 'By card.']])
  })
})

describe('exports of other systems', () => {
  it('bold by a class of the page marks questions', async () => {
    const style = '<style>.c1{color:#000;font-weight:700}.c2{font-weight:400}p.x,.c9{margin:0}</style>'
    const body =
      '<p class="c3 title"><span class="c9">Returns FAQ</span></p><p><span class="c1">Can I return it?</span></p><p><span class="c2">Yes.</span></p><p class="c1">Who pays?</p><p>We do.</p>'
    assert.deepEqual(await asked(body, style), [
      ['Can I return it?', 'Yes.'],
      ['Who pays?', 'We do.'],
    ])
  })

  it('toggles in list items have no bullet in their question', async () => {
    const body =
      '<h1>Support</h1><ul class="toggle"><li><details open><summary>How do I invite somebody?</summary><p>Press Invite.</p><ul><li>Admins only</li></ul></details></li></ul>'
    assert.deepEqual(await asked(body), [['How do I invite somebody?', 'Press Invite.\n\n- Admins only']])
  })

  it('links to edit, authors, dates and empty comments of help centres and wikis are left out', async () => {
    const body =
      '<main><article><header><h1>Using the VPN</h1><div class="article-meta"><a href="/u">Dana</a><ul class="meta-group"><li>2 months ago</li></ul></div></header><h2><span>How to install it</span><span class="mw-editsection">[<a href="/e">edit</a>]</span></h2><p>Download the client from the portal and start it. You need the rights of an administrator, which the help desk gives you for an hour when you call and say why.</p><section class="comments"><h2>Comments</h2><p>0 comments</p><p>Please sign in to leave a comment.</p></section><div class="printfooter">Retrieved from the wiki</div></article></main>'
    const found = await asked(body)
    assert.deepEqual(
      found.map(([question]) => question),
      ['How to install it'],
    )
    assert.ok(found[0]?.[1].endsWith('say why.'))
  })

  it('formulas are read, and once', async () => {
    const math =
      '<math><semantics><mrow><mi>y</mi><mo>=</mo><mn>2</mn></mrow><annotation>y=2</annotation></semantics></math>'
    const body = `<h2>The rule of two</h2><p>It is <span class="katex"><span class="katex-mathml">${math}</span><span class="katex-html" aria-hidden="true">y=2</span></span>.</p>`
    assert.deepEqual(await asked(body), [['The rule of two', 'It is y=2.']])
  })

  it('a lone first line is the title, a lone sign or date is no pair', async () => {
    const body = '<p>Returns FAQ</p><h3>Can I return it?</h3><p>Yes.</p>'
    assert.deepEqual(await asked(body), [['Can I return it?', 'Yes.']])
    for (const line of ['💡', '11/15/26, 8:08 AM', 'Acme', '© 1999 ACME. Best viewed with care.']) {
      const { pairs, coverage } = await convertChecked(
        page(`<p>${line}</p><h1>Help</h1><h2>Can I return it?</h2><p>Yes.</p>`),
        'a.html',
      )
      assert.deepEqual(
        pairs.map(({ question }) => question),
        ['Can I return it?'],
      )
      assert.deepEqual(
        coverage.uncovered.map(({ excerpt }) => excerpt),
        [line],
      )
    }
  })
})
