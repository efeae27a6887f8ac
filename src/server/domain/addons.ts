/** Add-on variants of a project: what they are called, what they cost and which metric counts them. */
import { dollarsFromMicrocents } from '#lib/money.ts';
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
  /** Only for compute. */
  size?: ComputeSize;
  /** Round figure for display; hours are what bills. null: by contract. */
  monthlyDollars: number | null;
};

const variant = (type: AddonType, identifier: string, name: string, metric: UsageMetric, monthlyDollars: number): AddonVariant => ({
  type,
  identifier,
  name,
  metric,
  monthlyDollars,
});

export const ADDON_VARIANTS: readonly AddonVariant[] = [
  ...BILLED_COMPUTE.map(({ size, name, metric, monthlyDollars }): AddonVariant => ({
    type: 'compute_instance',
    identifier: `ci_${size}`,
    name,
    metric,
    size,
    monthlyDollars,
  })),
  variant('custom_domain', 'cd_default', 'Custom Domain', 'CUSTOM_DOMAIN', 10),
  variant('pitr', 'pitr_7', '7 days', 'PITR_7', 100),
  variant('pitr', 'pitr_14', '14 days', 'PITR_14', 200),
  variant('pitr', 'pitr_28', '28 days', 'PITR_28', 400),
  variant('ipv4', 'ipv4_default', 'Dedicated IPv4', 'IPV4', 4),
  variant('auth_mfa_phone', 'auth_mfa_phone_default', 'Phone MFA', 'AUTH_MFA_PHONE', 75),
  variant('auth_mfa_web_authn', 'auth_mfa_web_authn_default', 'WebAuthn MFA', 'AUTH_MFA_WEB_AUTHN', 0),
  variant('log_drain', 'log_drain_default', 'Log Drain', 'LOG_DRAIN', 60),
];

const BY_IDENTIFIER = new Map(ADDON_VARIANTS.map((entry) => [entry.identifier, entry]));

/** The variant of an identifier such as 'pitr_7'; undefined for one that is not sold. */
export const findAddonVariant = (identifier: string): AddonVariant | undefined => BY_IDENTIFIER.get(identifier);

/**
 * Dollars per hour of a variant on a paid plan; of the first project where that differs. Throws DomainError where only a contract can
 * give the price and does not.
 */
export function addonHourlyDollars({ metric }: AddonVariant, contract?: ContractTerms): number {
  const rate = rateOf(metric, 'pro', contract);
  return dollarsFromMicrocents(rate?.firstProjectMicrocents ?? rate?.priceMicrocents ?? 0);
}
