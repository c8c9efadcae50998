type Call = { method?: string; access?: string; duringMaintenance?: true }

/** During maintenance, reads and the door continue; other calls are refused, unless marked `duringMaintenance`. */
export const isPausedByMaintenance = ({ method, access, duringMaintenance }: Call): boolean =>
  method !== 'GET' && access !== 'door' && !duringMaintenance

/** The default sentence, for operators who give none. */
export const defaultMaintenanceSentence =
  'Changes are paused while the site is being maintained. Please try again in a few minutes.'
