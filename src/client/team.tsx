// Entry of the team link page. Separate and small: colleagues open it once, on a phone, often in a chat app's browser.
import { createRoot } from 'react-dom/client'
import { GuestPage } from './features/team-links/guest/guest-page.tsx'
import './styles/team.css'

const root = document.getElementById('root')
const token = new URLSearchParams(location.search).get('team')
if (root) createRoot(root).render(<GuestPage token={token ?? ''} />)
