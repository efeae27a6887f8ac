import '#ui/base/global.css';
import { createRoot } from 'react-dom/client';
import { Gallery } from './Gallery.tsx';

const root = document.getElementById('root');
if (!root) throw new Error("The gallery's document has no root");
createRoot(root).render(<Gallery />);
