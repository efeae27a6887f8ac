import '#ui/base/global.css';
import { startPage } from '#app/boot.tsx';
import { preloadParts } from '#billing/shared/lazy-part.tsx';

await preloadParts();
startPage();
