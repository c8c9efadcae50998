import type { PushSubscription as NewSubscription } from '#contract/notifications/push.ts'

/** `unsupported`: an old browser, or an iPhone on which the app is not on the home screen. */
type BrowserState = 'unsupported' | 'blocked' | 'possible'

export function browserState(): BrowserState {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isSupported) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'possible'
}

/** Asks the person, and then the browser, for a subscription. Undefined where the person said no. */
export async function subscribe(publicKey: string): Promise<NewSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const { pushManager } = await activeRegistration()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // A subscription that was made with other keys is in the way.
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } }
}

/** Later notifications would be shown to the next person at this browser. */
export async function unsubscribe() {
  const registration = await navigator.serviceWorker.getRegistration('/')
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** The worker that also opens the app without a network. */
async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/app-worker.js')
  return navigator.serviceWorker.ready
}
