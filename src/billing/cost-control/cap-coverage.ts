/** What the spend cap limits. */
export const coveredByCap = [
  'Disk size',
  'Egress and cached egress',
  'Storage size',
  'Storage image transformations',
  'Monthly active users, also by SSO and third parties',
  'Function invocations',
  'Realtime messages and peak connections',
] as const;

/** What is charged whatever the spend cap says. */
export const notCoveredByCap = [
  'Compute, read replicas and branching',
  'Custom domains and IPv4 addresses',
  'Extra disk IOPS and throughput',
  'Point-in-time recovery',
  'Phone MFA',
  'Log drains',
] as const;
