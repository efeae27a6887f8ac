import type { CallInput } from '#contract/types.ts';
import type { FieldError } from '#lib/call-error.ts';
import { computeSizeName } from '#lib/compute-size.ts';
import { plainDigits } from '#lib/number-text.ts';
import type { ComboBoxItem } from '#ui/ComboBox/match.ts';

export type PriceTagBody = CallInput<'priceItem'>['body'];
export type PricedItem = PriceTagBody['item'];

/** A value is empty or null until the member chooses or types it. */
export interface PriceTagValues {
  readonly item: PricedItem;
  readonly project: string;
  readonly size: string | null;
  readonly addOn: string | null;
  readonly metric: string | null;
  readonly quantity: string;
}

export type PriceTagField = Exclude<keyof PriceTagValues, 'item'>;

export const emptyPriceTag: PriceTagValues = { item: 'project', project: '', size: 'small', addOn: null, metric: null, quantity: '' };

export const itemOptions: readonly { readonly value: PricedItem; readonly label: string }[] = [
  { value: 'project', label: 'New project' },
  { value: 'branch', label: 'New branch' },
  { value: 'replica', label: 'Read replica' },
  { value: 'compute_size', label: 'Other compute size' },
  { value: 'add_on', label: 'Add-on' },
  { value: 'usage', label: 'Usage' },
];

/** Fields of the form for each kind of item, in screen order. */
export const fieldsOf: Readonly<Record<PricedItem, readonly PriceTagField[]>> = {
  project: ['size'],
  branch: [],
  replica: ['project', 'size'],
  compute_size: ['project', 'size'],
  add_on: ['project', 'addOn'],
  usage: ['metric', 'quantity'],
};

const sizes = ['micro', 'small', 'medium', 'large', 'xlarge', '2xlarge', '4xlarge', '8xlarge', '12xlarge', '16xlarge'] as const;
export const sizeItems: readonly ComboBoxItem[] = sizes.map((id) => ({ id, name: computeSizeName(id) }));

export const addOnItems: readonly ComboBoxItem[] = [
  { id: 'cd_default', name: 'Custom domain' },
  { id: 'ipv4_default', name: 'IPv4 address' },
  { id: 'pitr_7', name: 'Point-in-time recovery, 7 days' },
  { id: 'pitr_14', name: 'Point-in-time recovery, 14 days' },
  { id: 'pitr_28', name: 'Point-in-time recovery, 28 days' },
  { id: 'auth_mfa_phone_default', name: 'Phone MFA' },
  { id: 'log_drain_default', name: 'Log drain' },
];

const bytes = ['EGRESS', 'CACHED_EGRESS', 'STORAGE_SIZE'] as const;
export const metricItems: readonly ComboBoxItem[] = [
  { id: 'EGRESS', name: 'Egress' },
  { id: 'CACHED_EGRESS', name: 'Cached egress' },
  { id: 'STORAGE_SIZE', name: 'Storage size' },
  { id: 'MONTHLY_ACTIVE_USERS', name: 'Monthly active users' },
  { id: 'MONTHLY_ACTIVE_SSO_USERS', name: 'Monthly active SSO users' },
  { id: 'MONTHLY_ACTIVE_THIRD_PARTY_USERS', name: 'Monthly active third-party users' },
  { id: 'FUNCTION_INVOCATIONS', name: 'Function invocations' },
  { id: 'REALTIME_MESSAGE_COUNT', name: 'Realtime messages' },
  { id: 'REALTIME_PEAK_CONNECTIONS', name: 'Realtime peak connections' },
  { id: 'STORAGE_IMAGES_TRANSFORMED', name: 'Image transformations' },
];

export const isInBytes = (metric: string | null): boolean => bytes.some((known) => known === metric);

const gigabyte = 1_000_000_000;
const mostUnits = 1e15;

/** Returns the typed quantity in base units; null if the text is not a quantity. */
function baseUnits({ metric, quantity }: PriceTagValues): number | null {
  const text = plainDigits(quantity).replaceAll(',', '').trim();
  const pattern = isInBytes(metric) ? /^\d{1,9}(\.\d{1,3})?$/ : /^\d{1,15}$/;
  if (!pattern.test(text)) return null;
  const units = isInBytes(metric) ? Math.round(Number(text) * gigabyte) : Number(text);
  return units >= 1 && units <= mostUnits ? units : null;
}

export type PriceTagFaults = Readonly<Partial<Record<PriceTagField, string>>>;

export function faultsOf(values: PriceTagValues): PriceTagFaults {
  const messages: Record<PriceTagField, string | undefined> = {
    project: values.project === '' ? 'Choose a project' : undefined,
    size: values.size === null ? 'Choose a compute size' : undefined,
    addOn: values.addOn === null ? 'Choose an add-on' : undefined,
    metric: values.metric === null ? 'Choose what is used' : undefined,
    quantity:
      baseUnits(values) === null ? `Enter ${isInBytes(values.metric) ? 'gigabytes, such as 100 or 0.5' : 'a whole number'}` : undefined,
  };
  return Object.fromEntries(
    fieldsOf[values.item].flatMap((field) => (messages[field] === undefined ? [] : [[field, messages[field]]])),
  ) as PriceTagFaults;
}

export function bodyOf(values: PriceTagValues): PriceTagBody {
  const fields: Record<PriceTagField, Partial<PriceTagBody>> = {
    project: { project_ref: values.project },
    size: { compute_size: (values.size ?? 'micro') as NonNullable<PriceTagBody['compute_size']> },
    addOn: { add_on: values.addOn ?? '' },
    metric: { metric: values.metric ?? '' },
    quantity: { quantity: baseUnits(values) ?? 1 },
  };
  return Object.assign({ item: values.item }, ...fieldsOf[values.item].map((field) => fields[field])) as PriceTagBody;
}

const fieldOfPath: Readonly<Record<string, PriceTagField>> = {
  'body.project_ref': 'project',
  'body.compute_size': 'size',
  'body.add_on': 'addOn',
  'body.metric': 'metric',
  'body.quantity': 'quantity',
};

export const refusalsOf = (errors: readonly FieldError[]): PriceTagFaults =>
  Object.fromEntries(
    errors.flatMap(({ path, message }) => {
      const field = fieldOfPath[path];
      return field ? [[field, `This ${message}`]] : [];
    }),
  );
