import { useEffect, useRef, useState } from 'react'

interface Props {
  html: string
  /** Addresses of the attached pictures, by their `cid`. */
  pictures?: Record<string, string>
}

const noPictures = {}

/**
 * An iframe isolates the email's styles. Its document is rewritten instead of reloaded, so that typing does not
 * flicker.
 */
export function EmailFrame({ html, pictures = noPictures }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  const picturesKey = JSON.stringify(pictures)

  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!isLoaded || !page) return
    const email = new DOMParser().parseFromString(html, 'text/html')
    for (const [cid, picture] of Object.entries(JSON.parse(picturesKey) as Record<string, string>))
      email.querySelector(`img[src="cid:${cid}"]`)?.setAttribute('src', picture)
    for (const link of email.querySelectorAll('a')) link.removeAttribute('href')
    page.replaceChild(page.adoptNode(email.documentElement), page.documentElement)
    fitHeight(frame.current)
  }, [html, picturesKey, isLoaded])

  useEffect(() => {
    const resizing = new ResizeObserver(() => fitHeight(frame.current))
    if (frame.current) resizing.observe(frame.current)
    return () => resizing.disconnect()
  }, [])

  return (
    <iframe
      ref={frame}
      title="The email as it is sent"
      // The preview is inert and as high as its content, so it takes no Tab stop.
      tabIndex={-1}
      // Sandbox without scripts; only this page may read it.
      sandbox="allow-same-origin"
      srcDoc="<!doctype html>"
      onLoad={() => setLoaded(true)}
      className="block w-full bg-white"
    />
  )
}

function fitHeight(frame: HTMLIFrameElement | null) {
  const body = frame?.contentDocument?.body
  if (frame && body) frame.style.height = `${body.scrollHeight}px`
}
