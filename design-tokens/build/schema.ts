import { z } from 'zod';
import type { TokenType } from './model.ts';

/**
 * The part of DTCG 2025.10 that this project uses, written strictly: what is not declared here is refused,
 * so that a slip in a key is an error instead of a silently ignored value.
 */
const alias = z.string().regex(/^\{[A-Za-z0-9]+(\.[A-Za-z0-9]+)*\}$/, 'must be an alias such as {color.text.primary}');
const orAlias = <T extends z.ZodType>(schema: T) => z.union([alias, schema]);

const color = z.strictObject({
  colorSpace: z.literal('oklch'),
  components: z.tuple([z.number().min(0).max(1), z.number().min(0).max(0.5), z.number().min(0).max(360)]),
  alpha: z.number().min(0).max(1).optional(),
  hex: z.string().regex(/^#[0-9a-f]{6}$/, 'must be six lower-case hex digits after #'),
});
const dimension = z.strictObject({ value: z.number(), unit: z.enum(['px', 'rem']) });
const duration = z.strictObject({ value: z.number().nonnegative(), unit: z.enum(['ms', 's']) });
const fraction = z.number().min(0).max(1);
const cubicBezier = z.tuple([fraction, z.number(), fraction, z.number()]);
const fontFamily = z.array(z.string().min(1)).nonempty();
const fontWeight = z.number().min(1).max(1000);
const typography = z.strictObject({
  fontFamily: orAlias(fontFamily),
  fontSize: orAlias(dimension),
  fontWeight: orAlias(fontWeight),
  letterSpacing: orAlias(dimension),
  lineHeight: orAlias(z.number().positive()),
});
const layer = z.strictObject({
  color: orAlias(color),
  offsetX: orAlias(dimension),
  offsetY: orAlias(dimension),
  blur: orAlias(dimension),
  spread: orAlias(dimension),
});
const shadow = z.union([layer, z.array(layer).nonempty()]);

const values: Record<TokenType, z.ZodType> = {
  color,
  dimension,
  duration,
  cubicBezier,
  number: z.number(),
  fontFamily,
  fontWeight,
  typography,
  shadow,
};

export const tokenType = z.enum(Object.keys(values) as [TokenType, ...TokenType[]]);

/** Schema of a `$value` for one `$type`. */
export function valueSchema(type: TokenType, value: unknown): z.ZodType {
  // No value of any type is written as a bare string, so a string that is not an alias is a slip in an alias.
  return typeof value === 'string' ? alias : values[type];
}

export const contract = z.strictObject({
  role: z.enum(['text', 'nontext']),
  on: z.array(z.string()).nonempty(),
  min: z.number().min(1).max(21),
  minHighContrast: z.number().min(1).max(21),
});

export const SYSTEM_COLORS = [
  'Canvas',
  'CanvasText',
  'LinkText',
  'GrayText',
  'ButtonFace',
  'ButtonText',
  'ButtonBorder',
  'Highlight',
  'HighlightText',
] as const;

export const extensions = z.strictObject({
  forcedColor: z.enum([...SYSTEM_COLORS, 'kept']).optional(),
  forcedEdge: z.string().optional(),
  contrast: contract.optional(),
  reserved: z.string().min(1).optional(),
});

const extensionBag = z.strictObject({ 'dev.orgbilling': extensions }).optional();

export const tokenNode = z.strictObject({
  $value: z.unknown(),
  $type: tokenType.optional(),
  $description: z.string().optional(),
  $extensions: extensionBag,
});

/** The `$` members of a group; its other members are groups and tokens. */
export const groupMembers = z.strictObject({
  $type: tokenType.optional(),
  $description: z.string().optional(),
  $extensions: z.strictObject({ 'dev.orgbilling': extensions.pick({ reserved: true }) }).optional(),
});

const reference = z.strictObject({ $ref: z.string() });

export const resolverDocument = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().optional(),
  version: z.literal('2025.10'),
  description: z.string().optional(),
  sets: z.record(z.string(), z.strictObject({ description: z.string().optional(), sources: z.array(reference) })),
  modifiers: z.record(
    z.string(),
    z.strictObject({
      description: z.string().optional(),
      contexts: z.record(z.string(), z.array(reference)),
      default: z.string(),
    }),
  ),
  resolutionOrder: z.array(reference),
});

export type ResolverDocument = z.infer<typeof resolverDocument>;

/** First issue of a failed check as "member: message", the member left out when the value itself is wrong. */
export function firstIssue(error: z.ZodError): string {
  const issue = deepest(error.issues);
  if (issue === undefined) return 'is not valid';
  const where = issue.path.join('.');
  return where === '' ? issue.message : `${where}: ${issue.message}`;
}

/** A union reports "Invalid input"; the branch that got furthest into the value says what is really wrong. */
function deepest(issues: readonly z.core.$ZodIssue[]): { path: PropertyKey[]; message: string } | undefined {
  const issue = issues[0];
  if (issue?.code !== 'invalid_union') return issue;
  const inner = issue.errors
    .map((branch) => deepest(branch))
    .filter((candidate) => candidate !== undefined)
    .sort((a, b) => b.path.length - a.path.length)[0];
  return inner === undefined ? issue : { path: [...issue.path, ...inner.path], message: inner.message };
}
