import type { ReactNode } from 'react'

/** The name that a sentence is about, as somebody typed it: in any script, and of any length. */
export function SubjectName({ children }: { children: ReactNode }) {
  return <bdi className="font-semibold wrap-anywhere text-foreground">{children}</bdi>
}
