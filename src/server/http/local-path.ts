const base = 'http://local.invalid';

/** Begins with one slash: two of them, or a backslash, would name another host. */
const isLocal = (path: string): boolean => /^\/(?![/\\])/.test(path);

/** A path of this server to go on to after signing in; anything that could lead elsewhere becomes the start page. */
export function localPath(wanted: string | null): string {
  if (!wanted || !isLocal(wanted) || /[\u0000-\u001f\\]/.test(wanted) || !URL.canParse(wanted, base)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, base);
  // Checked again: dots that are resolved can bring two slashes to the front.
  return origin === base && isLocal(pathname) ? pathname + search + hash : '/';
}
