import type { PageAnswer, PageRequest, RenderPage } from '#lib/page-request.ts';
import { refusedAddressCookie, signInProblems } from '#lib/sign-in-problems.ts';
import { parseThemeCookie } from '#ui/ThemeSwitch/theme-choice.ts';
import { pageRoutes } from './routes.ts';

/** Placeholders for values that differ per request. They contain only letters and digits, so that encoding does not change them. */
const marks = { nonce: 'NONCEofTheSignInPage', next: 'NEXTofTheSignInPage', nowMs: 1_000_000_000_001 } as const;

/** Maximum number of cached pages. There is a page per theme, problem and list of members. */
const mostKept = 100;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

const count = (text: string, part: string): number => text.split(part).length - 1;

/** Returns the page as a template, or null if `filled` could not replace every placeholder. */
function templateOf({ html, status }: PageAnswer): string | null {
  const { next, nowMs } = marks;
  const replaced = count(html, `next=${next}"`) + count(html, `value="${next}"`);
  return status === 200 && count(html, next) === replaced && count(html, String(nowMs)) === 1 ? html : null;
}

/** Fills a template. The replacements are functions, because `replaceAll` would interpret `$` in strings. */
const filled = (template: string, { nonce, nowMs }: PageRequest, next: string): string =>
  template
    .replaceAll(marks.nonce, () => nonce)
    .replace(String(marks.nowMs), () => String(nowMs))
    .replaceAll(`next=${marks.next}"`, () => `next=${escaped(encodeURIComponent(next))}"`)
    .replaceAll(`value="${marks.next}"`, () => `value="${escaped(next)}"`);

/** Caches the sign-in page for visitors without a session, because anyone can request this page at a high rate. */
export function withSignInCache(render: RenderPage): RenderPage {
  const kept = new Map<string, string>();
  return async (request) => {
    const { url, signedIn, cookies, signInAt, analytics, payments, sandboxMembers, manifest } = request;
    if (url.pathname !== pageRoutes.signIn || signedIn) return render(request);
    const problem = url.searchParams.get('problem') ?? '';
    const isProblem = Object.hasOwn(signInProblems, problem);
    // A problem page must not be cached if the page shows the rejected address of a visitor.
    if (isProblem && cookies[refusedAddressCookie] !== undefined) return render(request);

    const theme = parseThemeCookie(`theme=${cookies['theme'] ?? ''}`);
    const key = JSON.stringify([theme, isProblem && problem, signInAt, analytics, payments, sandboxMembers, manifest === null]);
    const template = kept.get(key) ?? templateOf(await render(markedRequest(request, isProblem ? problem : null)));
    if (template === null) return render(request);
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, template);
    return { status: 200, html: filled(template, request, url.searchParams.get('next') ?? '/') };
  };
}

function markedRequest(request: PageRequest, problem: string | null): PageRequest {
  const url = new URL(pageRoutes.signIn, request.url);
  url.searchParams.set('next', marks.next);
  if (problem !== null) url.searchParams.set('problem', problem);
  const { theme } = request.cookies;
  return { ...request, url, nonce: marks.nonce, nowMs: marks.nowMs, cookies: theme === undefined ? {} : { theme } };
}
