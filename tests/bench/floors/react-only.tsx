import { createRoot } from 'react-dom/client';

/** Cost of React alone: one button in a detached element. */
createRoot(document.createElement('div')).render(<button type="button">One</button>);
