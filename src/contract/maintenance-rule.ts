type Call = { method?: string; access?: string; duringMaintenance?: true }

/** Reads and the door go on; every other call waits, unless the contract says of it that it need not. */
export const isPausedByMaintenance = ({ method, access, duringMaintenance }: Call): boolean =>
  method !== 'GET' && access !== 'door' && !duringMaintenance

/** Where an operator gave no sentence. */
export const usualMaintenanceSentence =
  'Changes are paused while the site is being maintained. Please try again in a few minutes.'
