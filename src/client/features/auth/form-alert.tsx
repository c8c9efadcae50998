import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** What is wrong with the form as a whole and belongs to no field. */
export function FormAlert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="flex items-start gap-2.5 rounded-md bg-destructive-soft px-3.5 py-3 text-destructive">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 font-medium">{children}</div>
    </div>
  )
}
