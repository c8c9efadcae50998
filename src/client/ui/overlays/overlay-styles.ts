export const overlayStyles =
  'fixed inset-0 z-50 bg-overlay data-[state=open]:animate-appear data-[state=closed]:animate-leave'

/** A sheet from below on a phone, a centred window from 640 px on. */
export const windowStyles =
  'fixed z-50 flex max-h-[calc(100dvh-2rem)] flex-col short:max-h-dvh short:overflow-y-auto bg-raised text-foreground shadow-float focus:outline-none data-[state=closed]:animate-leave max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-lg max-sm:pb-[env(safe-area-inset-bottom)] max-sm:data-[state=open]:animate-from-bottom sm:top-1/2 sm:left-1/2 sm:w-[calc(100vw-2rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg sm:border sm:border-border sm:data-[state=open]:animate-rise'
