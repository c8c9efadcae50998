import { refusalsOf, typeNames, type UploadRules } from '../rules.ts'

/**
 * The specified wording where Uppy's own differs, and our words around it. Types and sizes are named as people do: Uppy would
 * say `image/jpeg` and count 30485760 bytes as 29 MB.
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
    // The only smallest size there is: one byte.
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

export const noteOf = (rules: UploadRules) => {
  const types = typeNames(rules).join(' or ')
  return rules.maxFiles === 1
    ? `One file, at most ${rules.sizeName}, ${types}.`
    : `At most ${rules.maxFiles} files, ${rules.sizeName} each, ${types}.`
}
