/** A link that dials, if the text has enough digits. */
export function PhoneLink({ phone, className }: { phone: string; className: string }) {
  const dialled = phone.replace(/[^+\d]/g, '')
  if (!/\d{3}/.test(dialled)) return <bdi className="wrap-anywhere">{phone}</bdi>
  return (
    <a href={`tel:${dialled}`} className={className}>
      <bdi>{phone}</bdi>
    </a>
  )
}
