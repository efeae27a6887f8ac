const base = 'http://local.invalid';

/** Whether a path starts with exactly one slash. After two slashes, or a slash and a backslash, browsers read a host name. */
const isLocal = (path: string): boolean => /^\/(?![/\\])/.test(path);

/** Returns a path of this server to open after sign-in; `/` for anything that could lead elsewhere. */
export function localPath(wanted: string | null): string {
  if (!wanted || !isLocal(wanted) || /[\u0000-\u001f\\]/.test(wanted) || !URL.canParse(wanted, base)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, base);
  // Checked again, because resolving `..` can leave two slashes at the start.
  return origin === base && isLocal(pathname) ? pathname + search + hash : '/';
}
