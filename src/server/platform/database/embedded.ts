import { type EmbeddedDatabase, type Options, openEmbedded } from '@sports-week/embedded-postgres'

/** Starts (or takes over) the private PostgreSQL of this data folder. */
export const startEmbedded = (options: Options): Promise<EmbeddedDatabase> => openEmbedded(options)

/** For command line tools: joins the server that runs on this folder, or starts one until the command ends. */
export const joinEmbedded = (options: Options): Promise<EmbeddedDatabase> => openEmbedded({ ...options, mayJoin: true })
