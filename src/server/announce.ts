import { isLoopback, type Config } from './config.ts';
import { fleetMembers } from './seed/members.ts';

/** What the person who started the server wants to know. */
export function announce({ host, mode, publicOrigin }: Config, port: number): void {
  const origin = publicOrigin ?? `http://${isLoopback(host) ? 'localhost' : host}:${port}`;
  const lines = [`Ready: ${origin}`];
  if (mode === 'embedded') {
    lines.push('', `Sign in at ${origin}/sign-in as`);
    lines.push(...fleetMembers.map(({ handle, description }) => `  ${handle.padEnd(12)}${description}`));
    lines.push('', `For example: ${origin}/sign-in?member=owner&next=/org/pro-payg/billing`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}
