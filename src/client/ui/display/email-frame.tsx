import { useEffect, useRef, useState } from 'react'

interface Props {
  html: string
  /** Addresses of the attached pictures, by their `cid`. */
  pictures?: Record<string, string>
}

const noPictures = {}

/** A frame of its own: the email brings its own styles. Written into, not loaded anew, so that it does not blink with every key. */
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
      // Nothing to press inside, and it is as high as its content: no stop for the keyboard.
      tabIndex={-1}
      // No scripts: it may only be read by this page.
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
