type Stage = { title: string; command: string[]; skipped?: () => string | undefined }
type Result = { name: string; outcome: string; failed?: boolean; failures?: string[] }
type Output = { stdio?: 'inherit' | 'ignore'; log?: (line: string) => void }

export function runStages(stages: Record<string, Stage>, output?: Output): Result[]
export function summaryOf(results: Result[]): string[]
