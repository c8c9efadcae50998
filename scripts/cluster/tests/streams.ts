/** A live stream, read as a browser reads it. */
export async function openStream(base: string, cookie: string) {
  const closing = new AbortController()
  const reply = await fetch(`${base}/api/stream`, { headers: { cookie }, signal: closing.signal })
  let text = ''
  let isOver = false
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const piece of reply.body ?? []) text += decoder.decode(piece, { stream: true })
  })()
  reading
    .catch(() => undefined)
    .finally(() => {
      isOver = true
    })
  return {
    status: reply.status,
    topics: () =>
      [...text.matchAll(/^data: (\{"topics".*\})$/gm)].flatMap(
        ([, json]) => (JSON.parse(json ?? '') as { topics: string[] }).topics,
      ),
    isOver: () => isOver,
    close: () => closing.abort(),
  }
}
