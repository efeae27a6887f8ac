import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { inlineStyleHashes } from '#server/http/csp.ts';
import { onEachStore } from '#tests/support/platform.ts';

const styleAttributes = (html: string): string[] => [...html.matchAll(/<[a-z][^<>]*\sstyle="([^"]*)"/gi)].map(([, style]) => style ?? '');
const hashOf = (style: string): string => `sha256-${createHash('sha256').update(style).digest('base64')}`;

onEachStore((platform) => {
  const usedHashes = new Set<string>();

  async function checkedPages(paths: readonly string[]): Promise<number> {
    for (const path of paths) {
      const { status, headers, body } = await platform().ask(path, { as: 'owner' });
      expect([path, status]).toEqual([path, path === '/org/billing-off/billing' ? 404 : 200]);
      const nonce = /'nonce-([^']+)'/.exec(headers.get('Content-Security-Policy') ?? '')?.[1];
      const elements = [...body.matchAll(/<(?:script|style)\b([^>]*)>/g)].map(([, attributes]: RegExpMatchArray) => attributes ?? '');
      const allowed = (attributes: string) => attributes.includes(`nonce="${nonce}"`) || attributes.includes('type="application/json"');
      expect([path, elements.filter((attributes) => !allowed(attributes))]).toEqual([path, []]);
      expect([path, /\son[a-z]+="/i.exec(body)?.[0]]).toEqual([path, undefined]);
      for (const hash of styleAttributes(body).map(hashOf)) usedHashes.add(hash);
    }
    return paths.length;
  }

  const organizations = async (): Promise<{ slug: string }[]> => (await platform().ask('/platform/organizations', { as: 'owner' })).body;

  it('renders the pages outside organizations, and a project, under their own policy', async () => {
    const [project] = (await platform().ask('/platform/organizations/pro-payg/projects', { as: 'owner' })).body.projects;
    expect(await checkedPages(['/', '/sign-in', `/project/${project.ref}`])).toBe(3);
  });

  it('renders the home of every organization under its own policy', async () => {
    expect(await checkedPages((await organizations()).map(({ slug }) => `/org/${slug}`))).toBeGreaterThan(20);
  });

  it('renders the billing page of every organization under its own policy', async () => {
    expect(await checkedPages((await organizations()).map(({ slug }) => `/org/${slug}/billing`))).toBeGreaterThan(20);
  });

  it('allows the styles that these pages use, and no others', () => {
    // A missing hash breaks a page; an additional hash allows an unused style.
    expect([...usedHashes].toSorted()).toEqual([...inlineStyleHashes].toSorted());
  });

  it('leads a signed-out visitor to the sign-in page and back', async () => {
    const { status, headers } = await platform().ask('/org/pro-payg/billing?panel=costControl');
    expect([status, headers.get('Location')]).toEqual([302, '/sign-in?next=%2Forg%2Fpro-payg%2Fbilling%3Fpanel%3DcostControl']);
  });

  it('shows a foreign organization and one that does not exist as the same page', async () => {
    const page = async (slug: string) => {
      const { status, body } = await platform().ask(`/org/${slug}/billing`, { as: 'outsider' });
      const text: string = body;
      return [
        status,
        text
          .replace(/nonce="[^"]*"/g, '')
          .replaceAll(slug, 'slug')
          .replace(/"nowMs":\d+/, ''),
      ];
    };
    expect(await page('pro-payg')).toEqual(await page('no-such-organization'));
  });

  it('lets a member sign out on every page', async () => {
    const { ask } = platform();
    const [invoice] = (await ask('/platform/organizations/pro-payg/billing/invoices?offset=0&limit=1', { as: 'owner' })).body;
    const paths = ['/', '/sessions', '/org/pro-payg', '/org/pro-payg/billing', `/org/pro-payg/billing/invoices/${invoice.id}`, '/nothing'];
    for (const path of paths) {
      const { headers, body } = await ask(path, { as: 'owner', headers: { Accept: 'text/html' } });
      expect([path, headers.get('Content-Type')]).toEqual([path, 'text/html; charset=utf-8']);
      expect([path, /<form[^>]*action="\/sign-out"[^>]*>/.exec(body)?.[0]]).toEqual([path, expect.stringContaining('method="post"')]);
    }
  });

  it('writes what a member has typed into a page as text, also into its data', async () => {
    const { ask, origin } = platform();
    const typed = '</script><script>alert(1)</script><b>bold';
    const headers = { 'Content-Type': 'application/json', Version: '2', Origin: origin };
    const renamed = await ask('/platform/organizations/pro-payg', {
      as: 'owner',
      method: 'PATCH',
      headers,
      body: JSON.stringify({ name: typed }),
    });
    expect([renamed.status, renamed.body.name]).toEqual([200, typed]);
    const page = (await ask('/org/pro-payg/billing', { as: 'owner' })).body as string;
    expect(page).toContain('&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;b&gt;bold');
    expect(page).not.toMatch(/<script>alert|<b>bold/);
    const data = /<script type="application\/json" id="page-data"[^>]*>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
    expect(JSON.stringify(JSON.parse(data))).toContain(JSON.stringify(typed).slice(1, -1));
  });

  it('keeps the session token out of the page', async () => {
    const { ask, token } = platform();
    expect((await ask('/org/pro-payg/billing', { as: 'owner' })).body).not.toContain(await token('owner'));
  });
});
