export const taskProblems = {
  'task-gone': { status: 404, sentence: 'This task does not exist or is no longer offered.' },
} as const
