/**
 * Accordions of any kind: an element that opens an answer is its question. It is recognised by the markup of the page (ARIA, toggles of
 * common libraries, class names), or as a question on a button or link that is followed by a box.
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
/** Class names of clickable boxes, as Webflow and similar tools write them. */
const TOGGLE_NAMES = /[_-](?:toggle|trigger)(?:$|\s)/i
const TRIGGER_NAMES = /accordion|collaps|toggle|faq|question|expand/i
const CONTAINERS = /^(?:h[1-6]|ul|ol|dl|table|details|form)$/
const TOGGLES = /^(?:collapse|accordion|tab|pill)$/i
const BOXES = /^(?:div|section|article|p|ul|ol|dl|table|blockquote|span|dd|nav)$/
const LINE_BOXES = /^(?:a|label|div|span|p|strong)$/

/** Below every heading, above a bold line that serves as one. */
const OPENED_LEVEL = 6.5

/** The heading level of an element that opens an answer; 0 for any other element. Headings inside the answer are below this level. */
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
  return !holdsMore && chars > 0 && !holdsAnswer(element) && answerBox(element) !== undefined
}

// Rule (off: false): a box named after its question ("faq-question") that holds the answer too, each in a box of its own.
function holdsAnswer(element: Element): boolean {
  const own = (node: Node) => !(isElement(node) && BOXES.test(node.tagName) && node.tagName !== 'span')
  const hasWords = ({ tagName, childNodes }: Element) =>
    /^(?:p|div|li)$/.test(tagName) && childNodes.some((node) => own(node) && /\p{L}/u.test(textBelow(node)))
  return elementsNear(element).filter(hasWords).take(2).toArray().length > 1
}

/** Whether an element opens content: the button of an accordion is its title, not page furniture. */
export function opensSomething(element: Element, ids: PageIds): boolean {
  const { tagName } = element
  const toggle = attribute(element, 'data-bs-toggle') || attribute(element, 'data-toggle')
  if (attribute(element, 'aria-expanded') || attribute(element, 'aria-controls') || TOGGLES.test(toggle)) {
    const target = targetOf(element, ids)
    // A button that opens a menu is part of the menu.
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

/** The element that another one declares as its target, by ARIA, data attributes or the fragment of a link. */
function targetOf(element: Element, ids: PageIds): Element | undefined {
  const named = ['aria-controls', 'data-bs-target', 'data-target'].map((name) => attribute(element, name))
  const linked = /^#.*/.exec(attribute(element, 'href'))?.[0] ?? ''
  return [...named, linked].map((id) => ids.get(id.replace(/^#/, ''))).find((target) => target !== undefined)
}

/** Whether more than half of the text is in links, or there is no text. */
function isMostlyLinks(element: Element): boolean {
  const { chars, linkedChars } = measure(element)
  return linkedChars * 2 > chars || chars === 0
}

/** The box with text, or the bare text, that directly follows an element or one of its wrappers (up to three ancestors without other text). */
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
