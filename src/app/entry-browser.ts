import '#ui/base/global.css';

/** Lets the browser paint and handle input between imports. Evaluating all modules at once would block it several times longer. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Maximum wait for a frame, in milliseconds, because hidden pages get no frames. */
const patienceMs = 300;

/** Resolves after the first paint, because the document is complete without scripts and should be painted before they run. */
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
