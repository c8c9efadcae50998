/** First link of the page: skips the navigation. The target is the main element's id. */
export function SkipLink({ target = 'main' }: { target?: string }) {
  return (
    <a
      href={`#${target}`}
      className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-ink-900 px-4 py-2.5 font-semibold text-sand-50 focus:translate-y-0"
    >
      Skip to content
    </a>
  )
}
