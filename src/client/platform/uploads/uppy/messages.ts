import { refusalsOf, typeNames, type UploadRules } from '../rules.ts'

/**
 * Uppy's texts, replaced by the specified wording. Types and sizes are named in words: Uppy would say `image/jpeg` and
 * count 30485760 bytes as 29 MB.
 */
export function messages(rules: UploadRules, isPhone: boolean) {
  const { type, tooLarge, empty } = refusalsOf(rules, '%{file}')
  return {
    addBulkFilesFailed: {
      0: 'Failed to add %{smart_count} file due to an internal error',
      1: 'Failed to add %{smart_count} files due to an internal error',
    },
    youCanOnlyUploadFileTypes: type,
    exceedsSize: tooLarge,
    // The minimum size is one byte, so this is an empty file.
    inferiorSize: empty,
    missingRequiredMetaFields: {
      0: 'Missing required meta field: %{fields}',
      1: 'Missing required meta fields: %{fields}',
    },
    dashboardTitle: 'Files to upload',
    dropPasteImportFiles: isPhone ? 'Take them from' : 'Drop your files here or take them from',
    removeFile: 'Remove %{file}',
  }
}

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })

export const noteOf = (rules: UploadRules) => {
  const types = either.format(typeNames(rules))
  return rules.maxFiles === 1
    ? `One file, at most ${rules.sizeName}, ${types}.`
    : `At most ${rules.maxFiles} files, ${rules.sizeName} each, ${types}.`
}
