import { reportPolicyViolation } from '#contract/system.ts'

const reportAddress = `/api${reportPolicyViolation.path}`

/** An external store serves and receives files under its origin. */
const policyFor = (store: string) =>
  [
    "default-src 'self'",
    // wasm: the QR decoder of the check-in page.
    "script-src 'self' 'wasm-unsafe-eval'",
    // Radix's scroll lock writes a style element.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${store}`,
    `media-src 'self' blob:${store}`,
    `connect-src 'self'${store}`,
    // Service workers of the check-in page and the company app, and the manifest for installing them.
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Browsers support one or the other.
    `report-uri ${reportAddress}`,
    'report-to policy',
  ].join('; ')

/** Headers of every response, errors included. */
export function securityHeaders(publicUrl: string, storeOrigin?: string): Record<string, string> {
  return {
    'content-security-policy': policyFor(storeOrigin ? ` ${storeOrigin}` : ''),
    'reporting-endpoints': `policy="${reportAddress}"`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Links with one-time tokens must not reach another site.
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}
