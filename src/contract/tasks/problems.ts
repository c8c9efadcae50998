export const taskProblems = {
  'task-gone': { status: 404, sentence: 'This task does not exist or is no longer offered.' },
  'task-not-open': { status: 409, sentence: 'This task is not open yet.' },
  'task-closed': { status: 409, sentence: 'This task is closed. Proofs are no longer accepted for it.' },
} as const
