import { dollarsFromMicrocents } from '#lib/money.ts';
import type { PriceBook } from './book/price-book.ts';
import { BILLED_COMPUTE, type ComputeSize } from './compute.ts';
import type { UsageMetric } from './metrics.ts';
import { type ContractTerms, rateOf } from './rates.ts';

export const ADDON_TYPES = [
  'custom_domain',
  'compute_instance',
  'pitr',
  'ipv4',
  'auth_mfa_phone',
  'auth_mfa_web_authn',
  'log_drain',
] as const;
export type AddonType = (typeof ADDON_TYPES)[number];

export type AddonVariant = {
  type: AddonType;
  identifier: string;
  name: string;
  metric: UsageMetric;
  size?: ComputeSize;
};

const variant = (type: AddonType, identifier: string, name: string, metric: UsageMetric): AddonVariant => ({
  type,
  identifier,
  name,
  metric,
});

export const ADDON_VARIANTS: readonly AddonVariant[] = [
  ...BILLED_COMPUTE.map(({ size, name, metric }): AddonVariant => ({
    type: 'compute_instance',
    identifier: `ci_${size}`,
    name,
    metric,
    size,
  })),
  variant('custom_domain', 'cd_default', 'Custom Domain', 'CUSTOM_DOMAIN'),
  variant('pitr', 'pitr_7', '7 days', 'PITR_7'),
  variant('pitr', 'pitr_14', '14 days', 'PITR_14'),
  variant('pitr', 'pitr_28', '28 days', 'PITR_28'),
  variant('ipv4', 'ipv4_default', 'Dedicated IPv4', 'IPV4'),
  variant('auth_mfa_phone', 'auth_mfa_phone_default', 'Phone MFA', 'AUTH_MFA_PHONE'),
  variant('auth_mfa_web_authn', 'auth_mfa_web_authn_default', 'WebAuthn MFA', 'AUTH_MFA_WEB_AUTHN'),
  variant('log_drain', 'log_drain_default', 'Log Drain', 'LOG_DRAIN'),
];

const BY_IDENTIFIER = new Map(ADDON_VARIANTS.map((entry) => [entry.identifier, entry]));

export const findAddonVariant = (identifier: string): AddonVariant | undefined => BY_IDENTIFIER.get(identifier);

/**
 * If the price depends on the project, returns the price for the first project.
 * @throws {DomainError} if a contract must set the price but has none
 */
export function addonHourlyDollars(book: PriceBook, { metric }: AddonVariant, contract?: ContractTerms): number {
  const rate = rateOf(book, metric, 'pro', contract);
  return dollarsFromMicrocents(rate?.firstProjectMicrocents ?? rate?.priceMicrocents ?? 0);
}
