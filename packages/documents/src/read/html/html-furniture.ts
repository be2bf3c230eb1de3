/**
 * What on a web page is not its content: navigation, footers, cookie notices, menus, feedback forms. A name alone proves little,
 * since headings and sections are named after their subject ("newsletter", "cookies-we-use"): what holds text of its own stays.
 */

import { isQuestion } from '../../document/question-marks.ts'
import {
  attribute,
  type Element,
  isElement,
  isWithin,
  linkShare,
  type Measure,
  measure,
  scan,
  textBelow,
} from './html-tree.ts'
import { isQuestionBox, opensSomething, type PageIds } from './question-box.ts'

const ROLES: Readonly<Record<string, string>> = {
  navigation: 'nav',
  menubar: 'nav',
  menu: 'nav',
  toolbar: 'nav',
  search: 'nav',
  contentinfo: 'footer',
  banner: 'header',
  complementary: 'aside',
  dialog: 'dialog',
  alertdialog: 'dialog',
}
/** Parts of a text are never furniture by their name. */
const TEXT_TAGS =
  /^(?:h[1-6]|body|html|main|article|table|thead|tbody|tfoot|tr|td|th|caption|dl|dt|dd|details|summary|pre|blockquote|figure|figcaption)$/
const LINE_TAGS = /^(?:p|li)$/
const CONTENT = /^(?:main|article)$/

/** Parts of a page's machinery, whatever is in them. */
const PART_NAMES =
  /(?:^|[\s_-])(?:breadcrumbs?|navbar|skip-?(?:link|nav|to)|site-(?:footer|nav)|page-footer|printfooter|article-votes?|was-this|share-(?:buttons?|links?)|social-(?:links?|share|media)|back-to-top|print-button|mw-editsection|catlinks|jump-to-nav|siteSub|page-metadata|(?:article|post|entry)-(?:author|meta)|meta-group|byline|comment-callout)(?:$|[\s_-])/i
const WHOLE_PART_NAMES = /(?:^|\s)(?:footer|comments)(?:$|\s)/i
/** Subjects as well as parts of a page: these need more than the name. */
const SUBJECT_NAMES =
  /(?:^|[\s_-])(?:cookies?|consent|gdpr|pagination|newsletter|subscribe|feedback|helpful)(?:$|[\s_-])/i
/** Names that count for a bunch of links only. */
const LIKELY_NAMES =
  /(?:^|[\s_-])(?:nav|navigation|menu|sidebar|side-bar|site-header|toc|table-of-contents|related|recommended|see-also|share|social|footer|header|topbar|banner|advert|ads?)(?:$|[\s_-])/i
const LIKELY_LISTS = /(?:^|[\s_-])(?:widget|promo|tags?|meta)(?:$|[\s_-])/i

/** So much text outside of links and headings is something to read. */
const READING_CHARS = 200
/** A notice has some buttons for its text; a text with a button in it has far more. */
const CHARS_PER_CONTROL = 600
const LONGEST_BUTTON_CHARS = 150

export function isFurniture(element: Element, ids: PageIds): boolean {
  const { tagName } = element
  const role = attribute(element, 'role').toLowerCase()
  if (tagName === 'button' || role === 'button') {
    return !opensSomething(element, ids) && textBelow(element, 1000).length <= LONGEST_BUTTON_CHARS
  }
  // The table of contents as Word exports it.
  if (tagName === 'p' && /(?:^|\s)MsoToc(?:\d|Heading)(?:$|\s)/.test(attribute(element, 'class'))) return true
  if (TEXT_TAGS.test(tagName)) return false
  const part = ROLES[role] ?? tagName
  if (part === 'nav' || part === 'menu') return isMenu(measure(element), part) && !isAnswer(element, ids)
  if (part === 'footer') return isFooter(element)
  if (part === 'aside') return isMarginal(measure(element))
  if (part === 'dialog') return isDialog(element)
  if (part === 'header') return isHeader(measure(element))
  if (isNamedFurniture(element, ids)) return true
  return /^(?:ul|ol|p|div)$/.test(tagName) && isTableOfContents(element, ids)
}

function isMenu(found: Measure, part: string): boolean {
  if (found.proseChars >= READING_CHARS && found.proseChars > found.linkedChars) return false
  return part === 'nav' || linkShare(found) > 0.5 || found.controls > 0
}

/** Some page builders open their answers in <nav>. */
function isAnswer(element: Element, ids: PageIds): boolean {
  const siblings = element.parentNode?.childNodes ?? []
  const before = siblings.slice(0, siblings.indexOf(element)).findLast(isElement)
  return !!before && measure(element).links === 0 && isQuestionBox(before, ids)
}

/** That of a page always is; that of an article may say something, that of a quotation says whose it is. */
function isFooter(element: Element): boolean {
  if (isWithin(element, /^(?:blockquote|figure)$/)) return false
  return !isWithin(element, /^(?:main|article|section)$/) || !isReading(measure(element))
}

/** Beside the text: remarks are content, lists of links and forms are not. */
function isMarginal(found: Measure): boolean {
  if (found.hasTitle) return false
  const besides = found.chars - found.headingChars
  if (besides === 0 || found.linkedChars / besides > 0.4) return true
  return found.controls > 0 && found.proseChars <= found.controls * CHARS_PER_CONTROL
}

/** One that only tells something, and maybe closes, is content. */
function isDialog(element: Element): boolean {
  const found = measure(element)
  if (SUBJECT_NAMES.test(namesOf(element))) return true
  const tells = found.headings > 0 ? found.proseChars > 0 : found.proseChars >= READING_CHARS
  return !tells || found.controls > 1 || linkShare(found) > 0.5
}

function isHeader(found: Measure): boolean {
  return found.headings === 0 && found.proseChars < READING_CHARS && linkShare(found) > 0.3
}

const namesOf = (element: Element) => `${attribute(element, 'class')} ${attribute(element, 'id')}`

const isReading = ({ proseChars, hasTitle }: Measure) => proseChars >= READING_CHARS || hasTitle

function isNamedFurniture(element: Element, ids: PageIds): boolean {
  const names = namesOf(element)
  const isPart = PART_NAMES.test(names) || WHOLE_PART_NAMES.test(names)
  const isSubject = SUBJECT_NAMES.test(names)
  if (!isPart && !isSubject && !LIKELY_NAMES.test(names) && !LIKELY_LISTS.test(names)) return false
  const found = measure(element)
  const isBunchOfLinks = linkShare(found) > 0.5
  if (LINE_TAGS.test(element.tagName) && !isBunchOfLinks) return false
  if (isPart && !isReading(found)) return true
  if (isSubject && isSubjectFurniture(element, found, isBunchOfLinks)) return true
  const isLikely = LIKELY_NAMES.test(names) || (found.links > 1 && LIKELY_LISTS.test(names))
  return isBunchOfLinks && isLikely && !asks(element, ids)
}

function isSubjectFurniture(element: Element, found: Measure, isBunchOfLinks: boolean): boolean {
  if (isBunchOfLinks) return true
  const isContent = isWithin(element, CONTENT)
  if (found.controls > 0) {
    if (isContent && found.headings > 0 && found.proseChars >= 20) return false
    return found.proseChars <= found.controls * CHARS_PER_CONTROL
  }
  // An id is made of a heading more often than not.
  const isNamedByClass = SUBJECT_NAMES.test(attribute(element, 'class'))
  return isNamedByClass && !isContent && found.headings === 0 && found.proseChars < READING_CHARS
}

/** The title of an accordion is a link in a header like any other, but for what it opens. */
function asks(element: Element, ids: PageIds): boolean {
  if (isQuestion(textBelow(element, 300))) return true
  return opensSomething(element, ids) || scan(element, (node) => isElement(node) && opensSomething(node, ids))
}

// Rule (off: false): nothing but links to places on the same page, which do not open there.
function isTableOfContents(element: Element, ids: PageIds): boolean {
  let links = 0
  const hasOther = scan(element, (node) => {
    if (node.nodeName !== 'a' || !isElement(node)) return false
    links++
    return !/^#./.test(attribute(node, 'href')) || opensSomething(node, ids)
  })
  return links >= 2 && !hasOther && measure(element).proseChars <= links * 2
}
