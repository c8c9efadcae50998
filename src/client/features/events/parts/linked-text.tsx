import { Fragment } from 'react'

// Punctuation or a closing bracket at the end is not part of the address.
const address = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}»”’]/gi

/** Plain text with its addresses as links. Nothing is fetched from them. */
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
