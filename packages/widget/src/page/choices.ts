/** Buttons below the talk: questions to begin with, and what an answer offers. Whichever is pressed is said by the visitor. */
import { page } from './elements.ts'

export function showChoices(choices: readonly string[], say: (text: string) => void): void {
  page.choices.replaceChildren(
    ...choices.map((text) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.dir = 'auto'
      button.textContent = text
      button.addEventListener('click', () => {
        // The button goes away: whoever came by keys goes on in the field. A finger wants no keyboard on the screen.
        if (button.matches(':focus-visible')) page.words.focus()
        say(text)
      })
      return button
    }),
  )
  page.choices.hidden = choices.length === 0
}
