import type { ReactNode } from 'react'
import { MovementSample, RankingSample, TaskSample } from './feature-samples.tsx'

export function Features() {
  return (
    <section aria-labelledby="features" className="mx-auto max-w-7xl px-4 py-16 sm:py-24 lg:px-8 2xl:px-0">
      <h2 id="features" className="max-w-160 text-3xl font-extrabold tracking-tight sm:text-4xl">
        Three things run through the week
      </h2>
      <div className="mt-10 sm:mt-14">
        <Feature
          lane={1}
          title="Task-based rewards"
          text="A task with a tutorial for every day. Send six photos or videos of your team doing it; each approved proof pays its points and calories."
        >
          <TaskSample />
        </Feature>
        <Feature
          lane={2}
          title="Team leaderboards"
          text="Every approval moves the ranking on every open screen within a second. In a tie, the team that got there first stays ahead."
        >
          <RankingSample />
        </Feature>
        <Feature
          lane={3}
          title="Analytics dashboard"
          text="Calories burned and participation rates, day by day: what the week does for your people, in numbers you can share."
        >
          <MovementSample />
        </Feature>
      </div>
    </section>
  )
}

function Feature({ lane, title, text, children }: { lane: number; title: string; text: string; children: ReactNode }) {
  return (
    <article className="grid gap-x-8 gap-y-6 border-t border-border py-10 lg:grid-cols-[7rem_minmax(0,5fr)_minmax(0,7fr)] lg:py-14">
      <p aria-hidden="true" className="font-display text-5xl leading-none font-extrabold text-lane lg:text-[7rem]">
        {lane}
      </p>
      <div>
        <h3 className="text-2xl">{title}</h3>
        <p className="mt-3 max-w-112 text-lg text-muted-foreground">{text}</p>
      </div>
      <div aria-hidden="true" className="min-w-0">
        {children}
      </div>
    </article>
  )
}
