// Runs before the first paint, so that the wrong theme never flashes. Background colours repeat styles/tokens.css.
;(() => {
  let stored = null
  try {
    stored = localStorage.getItem('theme')
  } catch {
    // Without storage the system's theme applies.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const theme = stored === 'dark' || stored === 'light' ? stored : system
  document.documentElement.classList.toggle('dark', theme === 'dark')
  document.documentElement.style.colorScheme = theme
  document.querySelector('meta[name="theme-color"]').content = theme === 'dark' ? '#150c04' : '#fbf6ee'
})()
