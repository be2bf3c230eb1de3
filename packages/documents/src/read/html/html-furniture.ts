/** What on a web page is not its content: menus, footers, notices, forms. A name proves little: what holds text of its own stays. */
import { attribute, type Element, elementsBelow, elementsNear, isWithin, measure } from './html-tree.ts'
import { asks, opensSomething, type PageIds } from './question-box.ts'

/** By tag or role. */
const MENUS = /^(?:nav|navigation|menu|menubar|search|dialog|alertdialog)$/
const ASIDES = /^(?:aside|complementary|header|banner)$/
const FOOTERS = /^(?:footer|contentinfo)$/
/** Parts of a text are never furniture. */
const TEXT_TAGS =
  /^(?:h[1-6]|body|html|main|article|table|thead|tbody|tfoot|tr|td|th|caption|dl|dt|dd|details|summary|pre|blockquote|figure|figcaption)$/
const NAMES =
  /(?:^|[\s_-])(?:nav(?:bar|igation|header)?|menu|breadcrumbs?|pagination|sidebar|toc|footer|header|topbar|banner|ribbon|related|share|social|byline|author|meta|metadata|skip|editsection|cookies?|consent|gdpr|newsletter|subscribe|feedback|helpful|votes?|advert|ads?)(?:$|[\s_-])/i

const END_NAMES = /(?:^|\s)(?:[\w-]*footer|comments|MsoToc\w+)(?:$|\s)/i

/** So much text outside of links and headings is something to read. */
const READING_CHARS = 200
/** A notice has some buttons for its text; a text with a button in it has far more. */
const CHARS_PER_CONTROL = 600
/** What is longer says something, whatever it is for. */
const LONGEST_BUTTON_CHARS = 150

export function isFurniture(element: Element, ids: PageIds): boolean {
  const { tagName } = element
  const role = attribute(element, 'role').toLowerCase()
  if (tagName === 'button' || role === 'button')
    return !opensSomething(element, ids) && measure(element).chars <= LONGEST_BUTTON_CHARS
  if (TEXT_TAGS.test(tagName)) return false
  const isA = (parts: RegExp) => parts.test(role) || parts.test(tagName)
  const { proseChars, links, controls } = measure(element)
  // Some page builders open their answers in <nav> or in dialogs, and what has no links is no menu.
  if (isA(MENUS)) return proseChars < READING_CHARS && links + controls > 0
  if (isA(FOOTERS) || END_NAMES.test(attribute(element, 'class'))) return isFooter(element)
  return (isA(ASIDES) && isNoText(element)) || isNamed(element, ids)
}

/** Links, or controls with some words to them. */
function isNoText(element: Element): boolean {
  const { titles, linkedChars, chars, headingChars, controls, proseChars } = measure(element)
  const isOperated = controls > 0 && proseChars <= controls * CHARS_PER_CONTROL
  return titles === 0 && (isOperated || linkedChars * 2 >= chars - headingChars)
}

/** That of a page always is; that of an article may say something, that of a quotation says whose it is. */
function isFooter(element: Element): boolean {
  if (isWithin(element, /^(?:blockquote|figure)$/)) return false
  return measure(element).proseChars < READING_CHARS || !isWithin(element, /^(?:main|article|section)$/)
}

// Rule (off: false): boxes named as a part of a page by their class or id, as most sites have them.
function isNamed(element: Element, ids: PageIds): boolean {
  const name = attribute(element, 'class')
  if (!NAMES.test(`${name} ${attribute(element, 'id')}`)) return false
  // The title of an accordion is a link in a header like any other, but for what it opens.
  const opens = (each: Element) => opensSomething(each, ids)
  if (isNoText(element)) return !opens(element) && !elementsNear(element).some(opens)
  // An id is made of a heading more often than not.
  const { headingChars, links, proseChars } = measure(element)
  return NAMES.test(name) && headingChars === 0 && links > 0 && proseChars < READING_CHARS / 4
}

// Rule (off: false): nothing but links to places on the same page, or to questions that other pages answer; none of them opens something there.
export function isTableOfContents(element: Element, ids: PageIds): boolean {
  if (!/^(?:ul|ol|p|div)$/.test(element.tagName)) return false
  const { links, proseChars } = measure(element)
  if (links < 2 || proseChars > links * 2) return false
  // Not all of them: lists inside lists would cost their depth each time.
  const all = [
    ...elementsBelow(element)
      .filter(({ tagName }) => tagName === 'a')
      .take(100),
  ]
  const asking = all.filter(asks)
  const isList = asking.length * 2 > all.length || all.every((link) => /^#./.test(attribute(link, 'href')))
  return isList && !all.some((link) => opensSomething(link, ids))
}
