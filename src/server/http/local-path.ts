const base = 'http://local.invalid';

/** Whether a path starts with exactly one slash. Browsers read `//` or a slash and a backslash as the start of a host name. */
const isLocal = (path: string): boolean => /^\/(?![/\\])/.test(path);

/** Returns the path to open after sign-in. Returns `/` if the path could lead to another server. */
export function localPath(wanted: string | null): string {
  if (!wanted || !isLocal(wanted) || /[\u0000-\u001f\\]/.test(wanted) || !URL.canParse(wanted, base)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, base);
  // Checks the resolved path again, because resolving `..` can leave two slashes at its start.
  return origin === base && isLocal(pathname) ? pathname + search + hash : '/';
}
