import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Audit, Outcome } from '@siteimprove/alfa-act';
import { Device } from '@siteimprove/alfa-device';
import { type Document, Element, Node } from '@siteimprove/alfa-dom';
import { Request, Response } from '@siteimprove/alfa-http';
import rules from '@siteimprove/alfa-rules';
import { Page as AlfaPage } from '@siteimprove/alfa-web';
import type { Page } from 'playwright';
import type { Finding, Result } from './finding.ts';
import { plantedId } from './plant.ts';

/** Alfa's DOM reader: an ES module, injected into the page as a script. */
const reader = readFileSync(fileURLToPath(import.meta.resolve('@siteimprove/alfa-dom/native')), 'utf8').replace(
  /^export var Native/m,
  'var Native',
);

const attribute = (element: Element, name: string): string =>
  element
    .attribute(name)
    .map(({ value }) => value)
    .getOr('');

function placeOf(node: Node): string {
  if (!Element.isElement(node)) return node.path();
  const id = attribute(node, 'id');
  return `${node.path()}${id && `#${id}`}`;
}

const isTarget = (target: unknown): target is Node => typeof target === 'object' && target !== null && 'path' in target;

export async function runAlfa(page: Page): Promise<Result> {
  const json: Document.JSON = await page.evaluate(`(async () => { ${reader}\n; return await Native.fromNode(document, {}); })()`);
  const input = AlfaPage.of(Request.empty(), Response.empty(), Node.from(json), Device.standard());
  const outcomes = await Audit.of(input, rules).evaluate();
  const all: Finding[] = [];
  for (const outcome of outcomes) {
    if (!Outcome.isFailed(outcome) && !Outcome.isCantTell(outcome)) continue;
    const { target, rule } = outcome;
    all.push({
      rule: rule.uri.split('/').at(-1) ?? rule.uri,
      place: isTarget(target) ? placeOf(target) : String(target),
      message: Outcome.isFailed(outcome) ? JSON.stringify(outcome.toJSON().expectations).slice(0, 300) : 'cannot tell',
      isUndecided: Outcome.isCantTell(outcome),
    });
  }
  return {
    findings: all.filter(({ place }) => !place.includes(plantedId)),
    sawPlanted: all.some(({ place, isUndecided }) => place.includes(plantedId) && !isUndecided),
  };
}
