type ComputeData = { size: string; metric: string; name: string };

const LARGEST = ['24xlarge', '48xlarge'] as const;
const FAMILIES = [
  ['', '', ''],
  ['_optimized_cpu', '_OPTIMIZED_CPU', ' - Optimized CPU'],
  ['_optimized_memory', '_OPTIMIZED_MEMORY', ' - Optimized Memory'],
  ['_high_memory', '_HIGH_MEMORY', ' - High Memory'],
] as const;

const list = (size: string, code: string, name: string): ComputeData => ({ size, metric: `COMPUTE_HOURS_${code}`, name });

const DATA: readonly ComputeData[] = [
  list('micro', 'XS', 'Micro'),
  list('small', 'SM', 'Small'),
  list('medium', 'MD', 'Medium'),
  list('large', 'L', 'Large'),
  list('xlarge', 'XL', 'XL'),
  list('2xlarge', '2XL', '2XL'),
  list('4xlarge', '4XL', '4XL'),
  list('8xlarge', '8XL', '8XL'),
  list('12xlarge', '12XL', '12XL'),
  list('16xlarge', '16XL', '16XL'),
  ...LARGEST.flatMap((size) =>
    FAMILIES.map(([suffix, code, name]) => ({
      size: `${size}${suffix}`,
      metric: `COMPUTE_HOURS_${size.slice(0, 2)}XL${code}`,
      name: `${size.slice(0, 2)}XL${name}`,
    })),
  ),
];

type Family = '' | '_optimized_cpu' | '_optimized_memory' | '_high_memory';
export type ComputeSize =
  | 'pico'
  | 'nano'
  | 'micro'
  | 'small'
  | 'medium'
  | 'large'
  | `${'' | '2' | '4' | '8' | '12' | '16'}xlarge`
  | `${'24' | '48'}xlarge${Family}`;
export type SizeMetric =
  | `COMPUTE_HOURS_${'XS' | 'SM' | 'MD' | 'L' | 'XL' | '2XL' | '4XL' | '8XL' | '12XL' | '16XL'}`
  | `COMPUTE_HOURS_${'24XL' | '48XL'}${Uppercase<Family>}`;

export type BilledCompute = {
  size: ComputeSize;
  metric: SizeMetric;
  name: string;
};

/** Smallest first. */
export const BILLED_COMPUTE: readonly BilledCompute[] = DATA.map(({ size, metric, name }) => ({
  size: size as ComputeSize,
  metric: metric as SizeMetric,
  name,
}));

const BY_SIZE = new Map(BILLED_COMPUTE.map((compute) => [compute.size, compute]));
const BY_METRIC = new Map<string, BilledCompute>(BILLED_COMPUTE.map((compute) => [compute.metric, compute]));

/** Micro for nano. Undefined for pico, which paid plans do not offer. */
export function billedCompute(size: ComputeSize): BilledCompute | undefined {
  return BY_SIZE.get(size === 'nano' ? 'micro' : size);
}

/** Undefined for branch compute and for metrics that are not compute. */
export function computeOfMetric(metric: string): BilledCompute | undefined {
  return BY_METRIC.get(metric);
}
