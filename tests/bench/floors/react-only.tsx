import { createRoot } from 'react-dom/client';

/** What React costs by itself: one button, drawn where nobody sees it. */
createRoot(document.createElement('div')).render(<button type="button">One</button>);
