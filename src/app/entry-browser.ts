import '#ui/base/global.css';

/**
 * Staged start: one module graph evaluated in one go blocks the main thread several times longer than the same code
 * in steps, so each stage is imported after a pause in which the browser can paint and answer input.
 */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Longest wait for a frame, in milliseconds: a hidden page gets none. */
const patienceMs = 300;

/** The document is complete without any script, so it is painted before the first of them is evaluated. */
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
