import { Download } from 'lucide-react'
import { buttonStyles } from './button-styles.ts'

/** A plain link: the browser saves the file while the page stays as it is. */
export function ExportLink({ href, label = 'Export CSV' }: { href: string; label?: string }) {
  return (
    <a href={href} download className={buttonStyles({ variant: 'outline' })}>
      <Download aria-hidden="true" />
      {label}
    </a>
  )
}
