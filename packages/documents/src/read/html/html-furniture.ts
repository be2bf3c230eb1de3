/** Detects page furniture: navigation, footers, notices, forms. A class name alone proves little: an element with enough text of its own is kept. */
import { attribute, type Element, elementsBelow, elementsNear, isWithin, measure } from './html-tree.ts'
import { asks, opensSomething, type PageIds } from './question-box.ts'

/** Matched against the tag and the role. */
const MENUS = /^(?:nav|navigation|menu|menubar|search|dialog|alertdialog)$/
const ASIDES = /^(?:aside|complementary|header|banner)$/
const FOOTERS = /^(?:footer|contentinfo)$/
/** Tags of document content: never furniture, except with the role of a button. */
const TEXT_TAGS =
  /^(?:h[1-6]|body|html|main|article|table|thead|tbody|tfoot|tr|td|th|caption|dl|dt|dd|details|summary|pre|blockquote|figure|figcaption)$/
const NAMES =
  /(?:^|[\s_-])(?:nav(?:bar|igation|header)?|menu|breadcrumbs?|pagination|sidebar|toc|footer|header|topbar|banner|ribbon|related|share|social|byline|author|meta|metadata|skip|editsection|cookies?|consent|gdpr|newsletter|subscribe|feedback|helpful|votes?|advert|ads?)(?:$|[\s_-])/i

const END_NAMES = /(?:^|\s)(?:[\w-]*footer|comments|MsoToc\w+)(?:$|\s)/i

/** Minimum prose (text outside links, headings and controls) that makes an element content. */
const READING_CHARS = 200
/** Minimum prose per control that makes an element content: a notice has little text for its buttons, an article far more. */
const CHARS_PER_CONTROL = 600
/** A button with a longer text is content. */
const LONGEST_BUTTON_CHARS = 150

export function isFurniture(element: Element, ids: PageIds): boolean {
  const { tagName } = element
  const role = attribute(element, 'role').toLowerCase()
  if (tagName === 'button' || role === 'button')
    return !opensSomething(element, ids) && measure(element).chars <= LONGEST_BUTTON_CHARS
  if (TEXT_TAGS.test(tagName)) return false
  const isA = (parts: RegExp) => parts.test(role) || parts.test(tagName)
  const { proseChars, links, controls } = measure(element)
  // Some page builders put answers into <nav> or dialogs; an element without links and controls is not a menu.
  if (isA(MENUS)) return proseChars < READING_CHARS && links + controls > 0
  if (isA(FOOTERS) || END_NAMES.test(attribute(element, 'class'))) return isFooter(element)
  return (isA(ASIDES) && isNoText(element)) || isNamed(element, ids)
}

/** Whether an element without an h1 has little prose for its controls, or at least half of its text (outside headings) in links. */
function isNoText(element: Element): boolean {
  const { titles, linkedChars, chars, headingChars, controls, proseChars } = measure(element)
  const isOperated = controls > 0 && proseChars <= controls * CHARS_PER_CONTROL
  return titles === 0 && (isOperated || linkedChars * 2 >= chars - headingChars)
}

/** The footer of a page is furniture; the footer of an article may be content, and the footer of a quotation names its source. */
function isFooter(element: Element): boolean {
  if (isWithin(element, /^(?:blockquote|figure)$/)) return false
  return measure(element).proseChars < READING_CHARS || !isWithin(element, /^(?:main|article|section)$/)
}

// Rule (off: false): elements whose class or id names a part of the page (menu, sidebar, footer), as on most web sites.
function isNamed(element: Element, ids: PageIds): boolean {
  const name = attribute(element, 'class')
  if (!NAMES.test(`${name} ${attribute(element, 'id')}`)) return false
  // The title of an accordion looks like any link in a header, except that it opens something.
  const opens = (each: Element) => opensSomething(each, ids)
  if (isNoText(element)) return !opens(element) && !elementsNear(element).some(opens)
  // Only the class is tested here, because most ids are derived from headings.
  const { headingChars, links, proseChars } = measure(element)
  return NAMES.test(name) && headingChars === 0 && links > 0 && proseChars < READING_CHARS / 4
}

// Rule (off: false): web pages with lists of links only, to anchors on the same page or mostly to questions answered elsewhere; none opens anything.
export function isTableOfContents(element: Element, ids: PageIds): boolean {
  if (!/^(?:ul|ol|p|div)$/.test(element.tagName)) return false
  const { links, proseChars } = measure(element)
  if (links < 2 || proseChars > links * 2) return false
  // A limited number of links: nested lists would cost their depth each time.
  const all = [
    ...elementsBelow(element)
      .filter(({ tagName }) => tagName === 'a')
      .take(100),
  ]
  const asking = all.filter(asks)
  const isList = asking.length * 2 > all.length || all.every((link) => /^#./.test(attribute(link, 'href')))
  return isList && !all.some((link) => opensSomething(link, ids))
}
