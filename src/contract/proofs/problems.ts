export const proofProblems = {
  'proof-exists': { status: 409, sentence: 'Proof already submitted for this task' },
  'proof-file': { status: 400, sentence: 'One of the files cannot be used.' },
  'already-decided': { status: 409, sentence: 'This proof was decided already.' },
  'not-decided': { status: 409, sentence: 'This proof is still waiting for its review.' },
  'no-company': { status: 409, sentence: 'Please complete your company profile first.' },
} as const
