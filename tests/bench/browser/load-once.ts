import { gzipSync } from 'node:zlib';
import type { Browser, Request, Response } from 'playwright';
import { openPhone, settle, type PhoneOptions, type Seen } from './phone.ts';

export type Sizes = Readonly<Record<string, number>>;

export interface Loaded extends Seen {
  readonly javascript: Sizes;
  readonly css: Sizes;
  /** Bytes from other origins, including the stand-ins for the scripts of the gateway and the captcha. */
  readonly othersBytes: number;
}

export const gzipBytes = (content: string | Buffer): number => gzipSync(content, { level: 9 }).length;

export const sum = (sizes: Sizes): number => Object.values(sizes).reduce((total, size) => total + size, 0);

const isOthers = (request: Request, origin: string): boolean =>
  !/^(data|blob):/.test(request.url()) && (!request.url().startsWith(origin) || /\/stripe\.js|\/captcha\//.test(request.url()));

async function sizesOf(responses: readonly Response[], type: string): Promise<Sizes> {
  const wanted = responses.filter((response) => response.ok() && response.headers()['content-type']?.startsWith(type));
  const entries = wanted.map(async (response) => [new URL(response.url()).pathname, gzipBytes(await response.body())] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Loads a URL as a signed-in phone user with an empty cache, until the page is idle. */
export async function loadOnce(
  { browser, origin }: { readonly browser: Browser; readonly origin: string },
  url: string,
  options: PhoneOptions = {},
): Promise<Loaded> {
  const phone = await openPhone(browser, { signInAt: origin, ...options });
  const responses: Response[] = [];
  const others: Request[] = [];
  phone.page.on('response', (response) => responses.push(response));
  phone.page.on('requestfinished', (request) => {
    if (isOthers(request, new URL(url).origin)) others.push(request);
  });
  await phone.page.goto(url);
  await settle(phone.page);
  const seen = await phone.seen();
  const [javascript, css] = await Promise.all([sizesOf(responses, 'text/javascript'), sizesOf(responses, 'text/css')]);
  const sizes = await Promise.all(others.map((request) => request.sizes()));
  await phone.close();
  return { ...seen, javascript, css, othersBytes: sizes.reduce((total, { responseBodySize }) => total + responseBodySize, 0) };
}
