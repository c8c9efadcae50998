import { Check } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Input } from '#client/ui/forms/input.tsx'
import { brandColors } from '#contract/branding/branding.ts'
import { readableColors } from '#contract/branding/contrast.ts'
import './color-input.css'

const palette = [
  { hex: brandColors.flame, name: 'Flame' },
  { hex: brandColors.ink, name: 'Ink' },
  { hex: brandColors.link, name: 'Sea' },
  { hex: brandColors.sun, name: 'Sun' },
  { hex: '#ea5260', name: 'Coral' },
  { hex: '#20743b', name: 'Palm' },
  { hex: '#a93221', name: 'Brick' },
]

const hexColour = /^#[0-9a-f]{6}$/i

interface ColorInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /** Controlled: use it with react-hook-form's Controller. */
  value: string
  onChange: (hex: string) => void
}

export function ColorInput({ value, onChange, readOnly, ...props }: ColorInputProps) {
  const valid = hexColour.test(value)
  if (readOnly) {
    return (
      <div className="flex items-center gap-2">
        <span data-swatch className="size-6 rounded-full border border-control" style={{ backgroundColor: value }} />
        <Input readOnly {...props} value={value} className="w-32 tabular-nums" />
      </div>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="relative flex">
        <input
          type="color"
          data-swatch
          aria-label="Pick any colour"
          value={valid ? value.toLowerCase() : '#000000'}
          onChange={(event) => onChange(event.target.value)}
          className="color-swatch"
        />
      </span>
      <Input
        placeholder={brandColors.flame}
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        {...props}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="w-32 font-medium tabular-nums"
      />
      <div className="flex flex-wrap gap-1">
        {palette.map(({ hex, name }) => (
          <button
            key={hex}
            type="button"
            aria-label={`${name}, ${hex}`}
            aria-pressed={value.toLowerCase() === hex}
            onClick={() => onChange(hex)}
            data-swatch
            style={readableColors(hex)}
            className="flex size-8 items-center justify-center rounded-full border border-control pointer-coarse:size-11"
          >
            {value.toLowerCase() === hex && <Check aria-hidden="true" strokeWidth={3} className="size-4" />}
          </button>
        ))}
      </div>
    </div>
  )
}
