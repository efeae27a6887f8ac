import { expect } from 'vitest';
import type { Answer, TestPlatform } from './platform.ts';

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

export function confirmationLink(text: string): { path: string; token: string } {
  const [, path = '', token = ''] = /(\/org\/[^/\s]+\/confirm-address)\?token=([\w-]+)/.exec(text) ?? [];
  if (token === '') throw new Error(`There is no link in ${JSON.stringify(text)}`);
  return { path, token };
}

export const pressConfirm = ({ ask }: Pick<TestPlatform, 'ask'>, text: string): Promise<Answer> => {
  const { path, token } = confirmationLink(text);
  return ask(path, { method: 'POST', headers: form, body: new URLSearchParams({ token }).toString() });
};

interface PostboxEmail {
  readonly kind: string;
  readonly organization: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export const postboxOf = async ({ ask }: Pick<TestPlatform, 'ask'>): Promise<readonly PostboxEmail[]> =>
  (await ask('/sandbox/postbox/messages')).body as PostboxEmail[];

export async function confirmRecipients(platform: TestPlatform, slug: string, addresses: readonly string[]): Promise<void> {
  await platform.context.notices.idle();
  const emails = await postboxOf(platform);
  for (const address of addresses) {
    const email = emails.findLast(({ kind, organization, to }) => kind === 'confirm_address' && organization === slug && to[0] === address);
    expect((await pressConfirm(platform, email?.text ?? '')).body).toContain('Address confirmed');
  }
}
