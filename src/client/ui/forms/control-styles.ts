/** Style of every input and select. Its width has no specificity, so callers may override it. */
export const controlStyles =
  '[:where(&)]:w-full min-w-0 rounded-md border border-control bg-raised px-3 text-base text-foreground transition-[border-color,background-color] placeholder:text-muted-foreground hover:border-foreground focus-visible:border-ring focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:border-border disabled:bg-sunken disabled:text-muted-foreground aria-invalid:border-destructive aria-invalid:outline-destructive'

/** Separate, because the read-only pseudo-class also matches every select. */
export const readOnlyStyles = 'read-only:border-border read-only:bg-sunken'
