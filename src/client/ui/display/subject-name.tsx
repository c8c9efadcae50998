import type { ReactNode } from 'react'

/** A user-typed name in a sentence: any script, any length. */
export function SubjectName({ children }: { children: ReactNode }) {
  return <bdi className="font-semibold wrap-anywhere text-foreground">{children}</bdi>
}
