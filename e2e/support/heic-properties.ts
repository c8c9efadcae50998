// A HEIC photo stores its rotation as a property in the container, beside its bytes.

/** The position of a box's type, behind its size. */
const boxAt = (heic: Buffer, type: string) => heic.indexOf(type, 0, 'latin1')

/** Adds a property to the photo. The boxes around it grow, and the photo's bytes move back. */
export function withProperty(heic: Buffer, property: Buffer): Buffer {
  const [ipco, ipma] = [boxAt(heic, 'ipco'), boxAt(heic, 'ipma')]
  const endOf = (box: number) => box - 4 + heic.readUInt32BE(box - 4)
  const [properties, links] = [endOf(ipco), endOf(ipma)]
  const count = heic.readUInt8(ipma + 14)
  const isEssential = 0x80
  const added = property.length + 1
  const changed = Buffer.from(heic)
  const grow = (box: string, by: number) => {
    const at = boxAt(heic, box) - 4
    changed.writeUInt32BE(heic.readUInt32BE(at) + by, at)
  }
  grow('meta', added)
  grow('iprp', added)
  grow('ipco', property.length)
  grow('ipma', 1)
  changed.writeUInt8(count + 1, ipma + 14)
  const iloc = boxAt(heic, 'iloc')
  const items = heic.readUInt16BE(iloc + 10)
  // Each item: two numbers, the start of its bytes, and one range.
  for (let index = 0; index < items; index++) {
    const base = iloc + 12 + index * 18 + 4
    changed.writeUInt32BE(heic.readUInt32BE(base) + added, base)
  }
  const link = Buffer.from([isEssential | (count + 1)])
  return Buffer.concat([
    changed.subarray(0, properties),
    property,
    changed.subarray(properties, links),
    link,
    changed.subarray(links),
  ])
}
