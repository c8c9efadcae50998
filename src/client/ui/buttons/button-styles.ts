import { cn } from '../cn.ts'

type ButtonVariant = 'primary' | 'secondary' | 'outline' | 'ghost' | 'success' | 'destructive' | 'link'
type ButtonSize = 'sm' | 'md' | 'lg' | 'icon' | 'icon-sm'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-primary-foreground hover:bg-primary-hover',
  secondary: 'bg-accent text-foreground hover:bg-border',
  outline: 'border-control bg-transparent text-foreground hover:bg-accent',
  ghost: 'text-foreground hover:bg-accent',
  success: 'bg-palm-600 text-white hover:bg-palm-700',
  destructive: 'bg-destructive-solid text-destructive-foreground hover:bg-brick-700',
  link: 'text-link underline decoration-1 underline-offset-4 hover:decoration-2',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'h-9 px-3 text-sm pointer-coarse:min-h-11',
  md: 'h-10 px-4 text-base pointer-coarse:min-h-11',
  lg: 'h-12 px-6 text-lg',
  icon: 'size-10 shrink-0 pointer-coarse:size-11',
  'icon-sm': 'size-8 shrink-0 pointer-coarse:size-11',
}

export interface ButtonLook {
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
}

export function buttonStyles({ variant = 'primary', size = 'md', className }: ButtonLook = {}): string {
  const linkInText = variant === 'link' && size === 'md'
  return cn('button', variants[variant], linkInText ? 'h-10 pointer-coarse:min-h-11' : sizes[size], className)
}
