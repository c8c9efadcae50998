import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import { type ButtonLook, buttonStyles } from './button-styles.ts'

interface LinkButtonProps extends Omit<ComponentProps<'a'>, 'href' | 'className'>, ButtonLook {
  href: string
  children: ReactNode
}

/** A link that looks like a button: internal through the router, external in a new tab. */
export function LinkButton({ href, variant, size, className, children, ...props }: LinkButtonProps) {
  const classes = buttonStyles({ variant, size, className })
  if (props.target === '_blank' || /^[a-z]+:/i.test(href)) {
    return (
      <a rel="noopener noreferrer" {...props} href={href} className={classes}>
        {children}
      </a>
    )
  }
  return (
    <Link {...props} href={href} className={classes}>
      {children}
    </Link>
  )
}
