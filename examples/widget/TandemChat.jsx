/**
 * The chat in a React app: `<TandemChat service="https://tandem.example" agent="…" token={tokenOfYourServer} />`. It comes and goes with the
 * component, also in strict mode, and says who the user is where a token is given.
 */
import { useEffect } from 'react'

export function TandemChat({ service, agent, token }) {
  useEffect(() => {
    // Calls wait until the loader is there.
    window.Tandem ??= (...call) => {
      window.Tandem.q = [...(window.Tandem.q ?? []), call]
    }
    const tag = document.createElement('script')
    tag.src = `${service}/widget.js`
    tag.dataset.agent = agent
    document.head.append(tag)
    return () => {
      tag.remove()
      window.Tandem('destroy', { agent })
    }
  }, [service, agent])

  useEffect(() => {
    if (token) window.Tandem('identify', token, { agent })
  }, [agent, token])

  return null
}
