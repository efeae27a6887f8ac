import { ApiError, SlugParams } from '#contract/shapes/common.ts';
import * as keys from './key-shapes.ts';
import * as organizations from './organization-shapes.ts';
import * as priceBooks from './price-book-shapes.ts';
import * as projects from './project-shapes.ts';
import * as usage from './usage-shapes.ts';

/** Every schema of the operator's API, by the name of its component in the OpenAPI document. */
export const adminSchemas = { ApiError, SlugParams, ...keys, ...organizations, ...priceBooks, ...projects, ...usage };

export type AdminSchemaName = keyof typeof adminSchemas;
