import type { Profile } from '#contract/types.ts';
import { useRead } from './queries.ts';

type Capability = Profile['capabilities'][number];

const none: readonly Capability[] = [];

/** The extensions that the platform serves; none on a platform that can't say, undefined while that is unknown. */
export function useCapabilities(): readonly Capability[] | undefined {
  const { data, isError } = useRead('getProfile', {});
  return data ? (data.capabilities ?? none) : isError ? none : undefined;
}
