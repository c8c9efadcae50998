export const administratorProblems = {
  'not-yourself': { status: 409, sentence: 'You cannot disable your own account.' },
  'last-administrator': { status: 409, sentence: 'The last administrator cannot be disabled.' },
} as const
