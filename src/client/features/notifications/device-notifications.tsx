import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Switch } from '#client/ui/forms/checkbox.tsx'
import type { PushDevice } from '#contract/notifications/push.ts'
import { browserState } from './browser-push.ts'
import { pushDevice, useSwitchPushDevice } from './queries.ts'

/** Push notifications of this browser. It requests permission only after a press on the switch. */
export function DeviceNotifications() {
  const query = useQuery(pushDevice)
  if (query.data?.publicKey === null) return null
  return (
    <section
      aria-labelledby="device-notifications"
      className="mt-8 grid gap-x-10 gap-y-5 border-t border-border pt-6 lg:grid-cols-[1fr_2fr]"
    >
      <div>
        <h2 id="device-notifications" className="text-lg">
          On this device
        </h2>
        <p className="mt-1 text-muted-foreground">Get notified here too, even when the app is closed.</p>
      </div>
      <QuerySection
        query={query}
        failure="The notifications of this device could not be loaded."
        skeleton={<Skeleton className="h-16" />}
      >
        {(device) => <DeviceSwitch {...device} />}
      </QuerySection>
    </section>
  )
}

const impossible = {
  unsupported:
    'This browser cannot show notifications. On an iPhone or iPad, add the app to your Home Screen first and open it from there.',
  blocked:
    'Notifications of this site are blocked in your browser. Allow them in its settings for this site, then reload the page.',
}

function DeviceSwitch({ publicKey, isOn }: PushDevice) {
  const [state, setState] = useState(browserState)
  const change = useSwitchPushDevice(publicKey ?? '')
  const willBeOn = change.isPending ? change.variables : isOn
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label="Show notifications on this device"
        hint="The subjects of the emails above, for the kinds that are switched on. Your browser asks for your permission. They stop when you log out."
        checked={willBeOn}
        disabled={state !== 'possible' && !isOn}
        onChange={({ target }) => {
          if (change.isPending) return
          const readState = () => setState(browserState())
          void change.run(target.checked, { onSuccess: readState, onError: readState })
        }}
      />
      <p role="status" className="text-warning empty:hidden">
        {state !== 'possible' && impossible[state]}
      </p>
    </div>
  )
}
