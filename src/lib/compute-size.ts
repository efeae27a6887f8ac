import type { ProjectSummary } from '#contract/types.ts';

type ComputeSize = ProjectSummary['infra_compute_size'];

const words: Readonly<Record<string, string>> = {
  pico: 'Pico',
  nano: 'Nano',
  micro: 'Micro',
  small: 'Small',
  medium: 'Medium',
  large: 'Large',
  optimized_cpu: 'Optimized CPU',
  optimized_memory: 'Optimized Memory',
  high_memory: 'High Memory',
};

/** Display name of a compute size: "Micro", "XL", "24XL Optimized CPU". */
export function computeSizeName(size: ComputeSize): string {
  const [, base = size, variant] = /^([a-z0-9]+)(?:_(.+))?$/.exec(size) ?? [];
  const name = words[base] ?? base.replace('xlarge', 'XL');
  return variant ? `${name} ${words[variant] ?? variant}` : name;
}

const codes: Readonly<Record<string, string>> = { XS: 'Micro', SM: 'Small', MD: 'Medium', L: 'Large' };

/** Display name of the compute size that a metric measures ("COMPUTE_HOURS_SM": "Small"); null for other metrics. */
export function computeSizeOfMetric(metric: string): string | null {
  const [, code, variant] = /^COMPUTE_HOURS_(XS|SM|MD|L|\d*XL)(?:_(\w+))?$/.exec(metric) ?? [];
  if (code === undefined) return null;
  const name = codes[code] ?? code;
  return variant === undefined ? name : `${name} ${words[variant.toLowerCase()] ?? variant}`;
}
