import { create } from 'qrcode'

/** Dark on white in both themes: that is what cameras read. */
export function LinkQrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  let path = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (data[y * size + x]) path += `M${x} ${y}h1v1h-1z`
  }
  // Four modules of quiet around it, as the standard asks.
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
      className="w-full max-w-64 rounded-md bg-white text-black"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
