/** Leads on to another screen after something is done, unless the person has left this one meanwhile. */
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

export function useLeadOn(): ReturnType<typeof useLocation>[1] {
  const [, navigate] = useLocation()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return (to, options) => {
    if (isHere.current) navigate(to, options)
  }
}
