const everyMs = 200;

/**
 * npm hands a signal to the shell that it started us with, and that shell does not hand it on: when it is gone, we stop
 * as if the signal had come to us.
 */
export function stopWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, everyMs).unref();
}
