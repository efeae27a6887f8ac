import '#ui/base/global.css';

/** Lets the browser paint and handle input between two imports. Evaluating all modules at once would block the browser much longer. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Maximum wait for an animation frame, in milliseconds. Hidden pages get no animation frames. */
const patienceMs = 300;

/** Resolves after the first paint. The document is complete without scripts, so scripts run only after it is painted. */
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
