import {
  CreateBucketCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { Logger } from 'pino'
import type { Ask } from './s3-deadlines.ts'
import { asProblem, codeOf, statusOf } from './s3-problems.ts'

export type S3Settings = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
  /** The origin of our pages, which may upload to the store. */
  pages: string
}

/** A wrong setting: the start stops with this one line. */
export class StoreRefused extends Error {}

export function createS3Client(settings: Omit<S3Settings, 'pages'>): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = settings
  return new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Older gateways refuse the checksums that newer clients add by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 2_000, socketTimeout: 15_000 },
  })
}

/**
 * Creates a missing bucket and allows our pages to upload to it. Wrong settings stop the start; an unreachable store
 * does not, because all except files works without it.
 */
export async function openBucket(ask: Ask, settings: S3Settings, log: Logger) {
  let opened = false
  let opening: Promise<void> | undefined
  async function open() {
    await ensureBucket(ask, settings)
    await setCorsRule(ask, settings, log)
    opened = true
  }
  const openOnce = () => {
    opening ??= open().finally(() => {
      opening = undefined
    })
    return opening
  }
  await openOnce().catch((error: unknown) => {
    if (error instanceof StoreRefused) throw error
    log.warn({ err: error }, `the file store at ${settings.endpoint} does not answer; trying again later`)
  })
  const checkBucket = () => ask(new HeadBucketCommand({ Bucket: settings.bucket })).then(() => undefined)
  return { check: () => asProblem(opened ? checkBucket() : openOnce()) }
}

async function ensureBucket(ask: Ask, settings: S3Settings) {
  const { bucket: Bucket } = settings
  try {
    await ask(new HeadBucketCommand({ Bucket }))
  } catch (error) {
    if (statusOf(error) === undefined) throw error
    if (statusOf(error) !== 404) throw await refusal(ask, settings, error)
    await ask(new CreateBucketCommand({ Bucket })).catch(async (trouble: unknown) => {
      // A missing answer is not a refusal.
      if (statusOf(trouble) === undefined) throw trouble
      // Another process of ours created it first.
      if (codeOf(trouble) === 'BucketAlreadyOwnedByYou') return
      throw await refusal(ask, settings, trouble)
    })
  }
}

/** HEAD answers for a bucket have no body; only a list request returns the reason. */
export async function refusal(
  ask: Ask,
  { bucket, endpoint, region }: Omit<S3Settings, 'pages'>,
  error: unknown,
): Promise<Error> {
  const listReply = await ask(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 })).catch((why: unknown) => why)
  const code = [error, listReply].map(codeOf).find((name) => name in sentences)
  const status = statusOf(error) ?? 0
  if (!code && status >= 500) return error as Error
  const sentence = code ? sentences[code] : `S3_BUCKET ${bucket} cannot be used (${codeOf(error)}, HTTP ${status})`
  return new StoreRefused(`${sentence?.replace('%bucket', bucket).replace('%region', region)}: ${endpoint} says so`)
}

const sentences: Record<string, string> = {
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID is not known',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID',
  RequestTimeTooSkewed: 'The clock of this computer is wrong',
  AccessDenied: 'S3_ACCESS_KEY_ID may not use the bucket %bucket',
  BucketAlreadyExists: 'S3_BUCKET %bucket belongs to somebody else',
  InvalidBucketName: 'S3_BUCKET %bucket is no name for a bucket',
  PermanentRedirect: 'S3_REGION %region is not where the bucket %bucket is',
  AuthorizationHeaderMalformed: 'S3_REGION %region is not where the bucket %bucket is',
}

/** Sets the CORS rule. If the key lacks the right, docs/operate.md has the rule to set by hand. */
async function setCorsRule(ask: Ask, { bucket, pages }: S3Settings, log: Logger) {
  const rule = {
    AllowedOrigins: [pages],
    AllowedMethods: ['PUT', 'GET'],
    AllowedHeaders: ['*'],
    ExposeHeaders: ['ETag'],
  }
  const cors = new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } })
  await ask(cors).catch((error: unknown) => {
    if (statusOf(error) === undefined) throw error
    log.warn(
      `the key may not set the CORS rule of the bucket ${bucket} (${codeOf(error)}): set it as docs/operate.md says`,
    )
  })
}
