import type { CallError } from '#lib/call-error.ts';
import type { Address, TaxId } from '#contract/types.ts';

export interface DetailsVersion {
  readonly version: number;
  readonly billing_name?: string;
  readonly address?: Address;
  readonly tax_id: TaxId | null;
}

export interface Versions {
  readonly stored: DetailsVersion;
  readonly yours: DetailsVersion;
}

export const staleMessage = 'Someone else changed the billing details since you opened them';

export function versionsIn({ status, body }: CallError): Versions | null {
  const versions = body.versions;
  if (status !== 409 || !versions) return null;
  return { stored: versionOf(versions.stored), yours: versionOf(versions.yours) };
}

/** The platform sends missing values as null. */
function versionOf(requestBody: unknown): DetailsVersion {
  const { version, billing_name, address, tax_id } = requestBody as Record<string, unknown>;
  return {
    version: Number(version),
    ...(typeof billing_name === 'string' ? { billing_name } : {}),
    ...(address ? { address: address as Address } : {}),
    tax_id: (tax_id as TaxId | null | undefined) ?? null,
  };
}
