import { Moon, Sun } from 'lucide-react'
import { buttonStyles } from '../buttons/button-styles.ts'
import { toggleTheme, useTheme } from './theme.ts'

export function ThemeToggle({ className }: { className?: string }) {
  const theme = useTheme()
  const Icon = theme === 'dark' ? Sun : Moon
  return (
    <button
      type="button"
      data-needs-script=""
      onClick={toggleTheme}
      aria-label={theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'}
      className={buttonStyles({ variant: 'ghost', size: 'icon', className })}
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  )
}
