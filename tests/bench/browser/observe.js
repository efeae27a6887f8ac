// Runs before the page's scripts and records paints, tasks, layout shifts and events.
(() => {
  const seen = { paints: {}, largest: 0, largestElement: '', tasks: [], shift: 0, shifted: [], alive: {}, events: [], shownAfter: null };
  window.bench = seen;
  const on = (type, take, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
  const words = (node) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element ? `${element.localName} "${element.textContent.trim().slice(0, 40)}"` : '';
  };
  on('paint', ({ name, startTime }) => (seen.paints[name] = startTime));
  on('largest-contentful-paint', ({ startTime, element }) => {
    seen.largest = startTime;
    seen.largestElement = words(element);
  });
  on('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]));
  on('layout-shift', ({ value, hadRecentInput, sources }) => {
    if (hadRecentInput) return;
    seen.shift += value;
    seen.shifted.push(...sources.map(({ node }) => words(node)));
  });
  on('event', ({ name, duration, interactionId }) => interactionId && seen.events.push([name, duration]), { durationThreshold: 16 });

  // Parts of the page report their hydration to the early input script.
  let kept;
  Object.defineProperty(window, 'earlyInput', {
    configurable: true,
    get: () => kept,
    set(value) {
      const tell = value.alive.bind(value);
      kept = {
        ...value,
        alive(boundary) {
          seen.alive[boundary] ??= performance.now();
          tell(boundary);
        },
      };
    },
  });

  /** Resets events. Times the next key or pointer press until an element with that text is painted. */
  seen.watch = (selector, text) => {
    seen.events.length = 0;
    seen.shownAfter = null;
    if (!selector) return;
    // Prepared content is in the DOM before it is shown.
    const isThere = () =>
      Array.from(document.querySelectorAll(selector)).some((element) => element.checkVisibility() && element.textContent.includes(text));
    const began = (event) => {
      window.removeEventListener('click', began, true);
      window.removeEventListener('keydown', began, true);
      // Found in an animation frame, so the content is painted in this frame. The task runs before deferred work.
      const painted = () => (seen.shownAfter = performance.now() - event.timeStamp);
      const look = () => {
        if (!isThere()) return requestAnimationFrame(look);
        void scheduler.postTask(painted, { priority: 'user-blocking' });
      };
      requestAnimationFrame(look);
    };
    window.addEventListener('click', began, true);
    window.addEventListener('keydown', began, true);
  };
})();
