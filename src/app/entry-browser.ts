import '#ui/base/global.css';

/**
 * Pause between the imports of the staged start, in which the browser can paint and answer input. Evaluating all modules at once would
 * block the main thread several times longer.
 */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Longest wait for a frame, in milliseconds: hidden pages get no frames. */
const patienceMs = 300;

/** Resolves after the first paint: the document is complete without scripts, so it is painted before they are evaluated. */
const whenPainted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, patienceMs);
  });

await whenPainted();
await import('react');
await pause();
await import('react-dom');
await pause();
await import('react-dom/client');
await pause();
const { startPage } = await import('./boot.tsx');
startPage();
