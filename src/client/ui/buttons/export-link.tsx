import { Download } from 'lucide-react'
import { buttonStyles } from './button-styles.ts'

/** A plain download link: the browser saves the file and the page stays. */
export function ExportLink({ href, label = 'Export CSV' }: { href: string; label?: string }) {
  return (
    <a href={href} download className={buttonStyles({ variant: 'outline' })}>
      <Download aria-hidden="true" />
      {label}
    </a>
  )
}
