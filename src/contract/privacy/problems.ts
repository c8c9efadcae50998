export const privacyProblems = {
  'erase-yourself': { status: 409, sentence: 'This is your own account. Another administrator can erase it.' },
  'erase-last-administrator': {
    status: 409,
    sentence: 'This is the last administrator, who cannot be erased. Create another administrator first.',
  },
} as const
