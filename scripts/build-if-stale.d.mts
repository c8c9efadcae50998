// biome-ignore lint/style/noDefaultExport: as the module has it
export default function buildIfStale(): void
