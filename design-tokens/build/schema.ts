import { z } from 'zod';

/** The schema rejects unknown keys to find typing errors. Terrazzo checks values. */
const contract = z.strictObject({
  role: z.enum(['text', 'nontext']),
  on: z.array(z.string()).nonempty(),
  min: z.number().min(1).max(21),
  minHighContrast: z.number().min(1).max(21),
});

const SYSTEM_COLORS = [
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

/** Permits extensions of other tools, such as Tokens Studio, in addition to the extension of this project. */
const ours = <T extends z.ZodType>(schema: T) => z.looseObject({ 'dev.orgbilling': schema.optional() }).optional();

const extensions = z.strictObject({
  forcedColor: z.enum([...SYSTEM_COLORS, 'kept']).optional(),
  forcedEdge: z.string().optional(),
  contrast: contract.optional(),
  reserved: z.string().min(1).optional(),
});

const tokenType = z.enum(['color', 'dimension', 'duration', 'cubicBezier', 'number', 'fontFamily', 'fontWeight', 'typography', 'shadow']);

export type TokenType = z.infer<typeof tokenType>;

export const tokenNode = z.strictObject({
  $value: z.unknown(),
  $type: tokenType.optional(),
  $description: z.string().optional(),
  $extensions: ours(extensions),
});

export const groupMembers = z.strictObject({
  $type: tokenType.optional(),
  $description: z.string().optional(),
  $extensions: ours(extensions.pick({ reserved: true })),
});
