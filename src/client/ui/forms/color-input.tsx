import { Check } from 'lucide-react'
import type { ComponentProps } from 'react'
import { readableOn } from '../theme/readable-colour.ts'
import { Input } from './input.tsx'

const palette = [
  { hex: '#ff6600', name: 'Flame' },
  { hex: '#211100', name: 'Ink' },
  { hex: '#0c677b', name: 'Sea' },
  { hex: '#ffc02e', name: 'Sun' },
  { hex: '#ea5260', name: 'Coral' },
  { hex: '#20743b', name: 'Palm' },
  { hex: '#a93221', name: 'Brick' },
]

const hexColour = /^#[0-9a-f]{6}$/i

export interface ColorInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /** Controlled: use it with react-hook-form's Controller. */
  value: string
  onChange: (hex: string) => void
}

export function ColorInput({ value, onChange, disabled, ...props }: ColorInputProps) {
  const valid = hexColour.test(value)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="relative flex">
        <input
          type="color"
          data-swatch
          aria-label="Pick any colour"
          value={valid ? value.toLowerCase() : '#000000'}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          className="size-10 cursor-pointer appearance-none overflow-hidden rounded-md border border-control bg-raised p-0 pointer-coarse:size-11 [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
        />
      </span>
      <Input
        placeholder="#ff6600"
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        {...props}
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="w-32 font-medium tabular-nums"
      />
      <div className="flex flex-wrap gap-1">
        {palette.map(({ hex, name }) => (
          <button
            key={hex}
            type="button"
            disabled={disabled}
            aria-label={`${name}, ${hex}`}
            aria-pressed={value.toLowerCase() === hex}
            onClick={() => onChange(hex)}
            data-swatch
            style={{ backgroundColor: hex, color: readableOn(hex) }}
            className="flex size-8 items-center justify-center rounded-full border border-control disabled:opacity-50 pointer-coarse:size-11"
          >
            {value.toLowerCase() === hex && <Check aria-hidden="true" strokeWidth={3} className="size-4" />}
          </button>
        ))}
      </div>
    </div>
  )
}
