import { z } from 'zod/mini';
import { emailLimit, ruleMessages } from './limits.ts';
import { isTrueLabel } from './punycode.ts';

/** Local part of an email address in the HTML standard, at most 64 octets. Every mail server accepts it. */
const reachableLocalPart = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/;
/** Any local part that a mail server might have: quoted, or without separators, in any script. */
const anyLocalPart = /^(?:"(?:[^"\\]|\\.)+"|[^\s"(),:;<>@[\\\]]+)$/;
const domainCharacters = /^[a-z0-9.\-\u0080-\u{10FFFF}]+$/iu;
const domainLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const topLevelLabel = /^(?:[a-z]{2,}|xn--.+)$/;

/** Returns the domain in lower case, with international labels as punycode; null for an invalid email domain. */
function asciiDomain(domain: string): string | null {
  if (!domainCharacters.test(domain) || !URL.canParse(`http://${domain}`)) return null;
  const { hostname } = new URL(`http://${domain}`);
  const labels = hostname.split('.');
  const isDomain =
    labels.length > 1 && labels.every((label) => domainLabel.test(label) && isTrueLabel(label)) && topLevelLabel.test(labels.at(-1) ?? '');
  return isDomain && hostname.length <= 253 ? hostname : null;
}

function partsOf(address: string): { local: string; domain: string | null } {
  const at = address.lastIndexOf('@');
  return { local: address.slice(0, Math.max(at, 0)), domain: at < 0 ? null : asciiDomain(address.slice(at + 1)) };
}

/** Returns the error message; null if email can reach the address. */
export function emailFault(address: string): string | null {
  const { local, domain } = partsOf(address);
  if (domain === null || !anyLocalPart.test(local)) return ruleMessages.invalidEmail;
  return reachableLocalPart.test(local) ? null : ruleMessages.unreachableEmail;
}

/** Returns the address for SMTP, with an international domain as punycode. */
export function sentEmail(address: string): string {
  const { local, domain } = partsOf(address);
  return domain === null || !/[^ -~]/.test(address) ? address : `${local}@${domain}`;
}

/** Key of a mailbox: equal for all spellings that differ only in case and in the form of the domain. */
export const emailKey = (address: string): string => sentEmail(address.trim()).toLowerCase();

/** Removes duplicate mailboxes. Keeps the first spelling of each. */
export function oneOfEachMailbox(addresses: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const address of addresses) if (!byKey.has(emailKey(address))) byKey.set(emailKey(address), address);
  return [...byKey.values()];
}

export const EmailAddress = z.string().check(
  z.trim(),
  z.refine((address) => sentEmail(address).length <= emailLimit, { error: `must have at most ${emailLimit} characters`, abort: true }),
  z.superRefine((address, found) => {
    const fault = emailFault(address);
    if (fault !== null) found.addIssue({ code: 'custom', message: fault });
  }),
);
