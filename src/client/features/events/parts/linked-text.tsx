import { Fragment } from 'react'

// A sign that ends a sentence or closes a bracket is not part of the address before it.
const address = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}»”’]/gi

/** Text as people typed it, with its addresses as links. Nothing is fetched from where they lead. */
export function LinkedText({ children }: { children: string }) {
  const links = children.match(address) ?? []
  return children.split(address).map((text, index) => {
    const link = links[index]
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
      <Fragment key={index}>
        {text}
        {link && URL.canParse(link) ? (
          <a
            href={link}
            target="_blank"
            rel="ugc nofollow noopener"
            className="text-link underline underline-offset-4 wrap-anywhere"
          >
            {link}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ) : (
          link
        )}
      </Fragment>
    )
  })
}
