/** Id of the section in which the files of a proof are replaced. */
export const fixId = (proofId: string) => `fix-${proofId}`
