/**
 * Accordions of every make: what opens an answer is its question. Known by what the page says of it (ARIA, toggles of the usual
 * libraries, classes), or by a question on a button with a box below it.
 */
import { isQuestion } from '@tandem/languages/is-question'
import { LONGEST_QUESTION_CHARS } from '../../document/question-marks.ts'
import {
  attribute,
  type Element,
  elementsNear,
  isElement,
  isHeadingTag,
  measure,
  type Node,
  textBelow,
} from './html-tree.ts'

export type PageIds = ReadonlyMap<string, Element>

const NAMES =
  /(?:^|[\s_-])(?:question|faq[_-]*q|expand-control|(?:accordion|toggle|collaps(?:e|ible)|faq|panel|category|section|topic|group)[_-]+(?:title|header|heading|head|label|question|trigger|button|btn|toggle|summary|name))(?:$|[\s_-])|[a-z]Question(?:$|[\s_-])/i
/** Webflow and its kin: a box that is clicked. */
const TOGGLE_NAMES = /[_-](?:toggle|trigger)(?:$|\s)/i
const TRIGGER_NAMES = /accordion|collaps|toggle|faq|question|expand/i
const CONTAINERS = /^(?:h[1-6]|ul|ol|dl|table|details|form)$/
const TOGGLES = /^(?:collapse|accordion|tab|pill)$/i
const BOXES = /^(?:div|section|article|p|ul|ol|dl|table|blockquote|span|dd|nav)$/
const LINE_BOXES = /^(?:a|label|div|span|p|strong)$/

/** Below every heading, above a line that is merely bold. */
const OPENED_LEVEL = 6.5

/** The level of what opens an answer; 0 for anything else. What is opened may have headings of its own, which stand below the title. */
export function titleLevel(element: Element, ids: PageIds): number {
  if (element.tagName !== 'button' && !isQuestionBox(element, ids)) return 0
  const box = targetOf(element, ids) ?? answerBox(element)
  const headings = box ? elementsNear(box).filter(isHeadingTag) : []
  return Math.min(OPENED_LEVEL, ...headings.map(({ tagName }) => Number(tagName[1]) - 0.5))
}

function isQuestionBox(element: Element, ids: PageIds): boolean {
  const isNamed = NAMES.test(attribute(element, 'class'))
  if (!isNamed && !(LINE_BOXES.test(element.tagName) && opensSomething(element, ids))) return false
  const { chars } = measure(element)
  const holdsMore =
    chars > LONGEST_QUESTION_CHARS || elementsNear(element).some(({ tagName }) => CONTAINERS.test(tagName))
  return !holdsMore && chars > 0 && answerBox(element) !== undefined
}

/** The button of an accordion is its title, not furniture. */
export function opensSomething(element: Element, ids: PageIds): boolean {
  const { tagName } = element
  const toggle = attribute(element, 'data-bs-toggle') || attribute(element, 'data-toggle')
  if (attribute(element, 'aria-expanded') || attribute(element, 'aria-controls') || TOGGLES.test(toggle)) {
    const target = targetOf(element, ids)
    // A button that opens a menu is part of it.
    return !target || !isMostlyLinks(target)
  }
  const isButton = tagName === 'button' || attribute(element, 'role') === 'button'
  const isEmptyLink = tagName === 'a' && /^(?:#.*|javascript:.*)?$/i.test(attribute(element, 'href'))
  const isNamed = TRIGGER_NAMES.test(attribute(element, 'class'))
  if (!isButton && !isEmptyLink && !(isNamed && LINE_BOXES.test(tagName))) return false
  const box = answerBox(element)
  if (!box) return false
  const target = targetOf(element, ids)
  if (target && (isButton || target === box)) return !isMostlyLinks(target)
  if (asks(element)) return true
  return isNamed && (isButton || isEmptyLink || TOGGLE_NAMES.test(attribute(element, 'class')))
}

export const asks = (element: Element) =>
  measure(element).chars <= LONGEST_QUESTION_CHARS && isQuestion(textBelow(element))

/** What an element says that it opens. */
function targetOf(element: Element, ids: PageIds): Element | undefined {
  const named = ['aria-controls', 'data-bs-target', 'data-target', 'href'].map((name) =>
    attribute(element, name),
  )
  return named.map((id) => ids.get(id.replace(/^#/, ''))).find((target) => target !== undefined)
}

/** Whether most of the text stands in links, or there is none. */
function isMostlyLinks(element: Element): boolean {
  const { chars, linkedChars } = measure(element)
  return linkedChars * 2 > chars || chars === 0
}

/** The box with text, or the bare text, that stands right after an element, or after the boxes that hold nothing else. */
function answerBox(element: Element): Node | undefined {
  let inner: Element = element
  for (let level = 0; level < 4; level++) {
    const parent = inner.parentNode
    if (!parent) return undefined
    const siblings = parent.childNodes
    const at = siblings.indexOf(inner)
    const next = siblings.find((each, i) => i > at && measure(each).chars > 0)
    if (next) return !isElement(next) || BOXES.test(next.tagName) ? next : undefined
    if (!isElement(parent) || siblings.slice(0, at).some((each) => measure(each).chars > 0)) return undefined
    inner = parent
  }
  return undefined
}
