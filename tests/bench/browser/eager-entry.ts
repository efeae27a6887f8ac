import '#ui/base/global.css';
import { startPage } from '#app/boot.tsx';
import { preloadParts } from '#billing/shared/page/lazy-part.tsx';

await preloadParts();
startPage();
