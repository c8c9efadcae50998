import type { ReactNode } from 'react'

export function FieldGroup({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-4">
      <div>
        <h3 className="text-lg">{title}</h3>
        {text && <p className="text-muted-foreground">{text}</p>}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">{children}</div>
    </section>
  )
}
