const base = 'http://local.invalid';

/** Starts with exactly one slash: two slashes, or a slash and a backslash, would name another host. */
const isLocal = (path: string): boolean => /^\/(?![/\\])/.test(path);

/** Returns a path of this server to open after sign-in; `/` for anything that could lead elsewhere. */
export function localPath(wanted: string | null): string {
  if (!wanted || !isLocal(wanted) || /[\u0000-\u001f\\]/.test(wanted) || !URL.canParse(wanted, base)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, base);
  // Checked again, because resolving dots can move two slashes to the front.
  return origin === base && isLocal(pathname) ? pathname + search + hash : '/';
}
