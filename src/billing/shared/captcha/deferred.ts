export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: Error) => void;
}

/** A promise that is settled from outside. A rejection that nobody waits for is nobody's fault. */
export function deferred<T>(): Deferred<T> {
  let [resolve, reject]: [(value: T) => void, (reason: Error) => void] = [() => undefined, () => undefined];
  const promise = new Promise<T>((fulfil, refuse) => {
    [resolve, reject] = [fulfil, refuse];
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
