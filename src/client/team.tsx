// The page behind a team link. An entry of its own: colleagues open it once, on a phone, often in the browser of a chat.
import { createRoot } from 'react-dom/client'
import { GuestPage } from './features/team-links/guest/guest-page.tsx'
import './styles/team.css'

const root = document.getElementById('root')
const token = new URLSearchParams(location.search).get('team')
if (root) createRoot(root).render(<GuestPage token={token ?? ''} />)
