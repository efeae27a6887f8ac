import type { plainBrowser, Seen } from './own-tls.ts';

/** Signs in by the provider's own forms: who somebody is, and that the platform may know it. */
export async function signInAtProvider(browse: ReturnType<typeof plainBrowser>, origin: string, address: string): Promise<Seen> {
  let page = await browse(`${origin}/auth/oidc?next=/org/acme/billing`);
  for (const form of [{ prompt: 'login', login: address, password: 'any' }, { prompt: 'consent' }]) {
    const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
    if (action === undefined) break;
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    page = await browse(new URL(action, page.url).href, { method: 'POST', headers, body: new URLSearchParams(form).toString() });
  }
  return page;
}
