export const pointProblems = {
  'points-below-zero': { status: 409, sentence: 'Points and calories cannot be adjusted below zero.' },
} as const
