export const overlayStyles =
  'fixed inset-0 z-50 bg-overlay data-[state=open]:animate-appear data-[state=closed]:animate-leave'
