let loading: Promise<typeof import('./app.tsx')> | undefined

/** Fetched once; a failure is not kept, so that the next press tries again. */
export function loadApp() {
  loading ??= Promise.all([import('./app.tsx'), applyAllStyles()]).then(
    ([app]) => app,
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** A page that came with its content has only its own styles in it; the whole sheet is switched on with the script. */
export async function applyAllStyles(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('#all-styles')
  if (!link) return
  link.media = 'all'
  if (link.sheet) return
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
  })
}
