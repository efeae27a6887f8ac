import { useState } from 'react';
import { VisuallyHidden } from '#ui/VisuallyHidden/VisuallyHidden.tsx';
import { ScrollArea } from '#design/gallery/ScrollArea.tsx';
import { whenDrawn } from '#design/gallery/drawn.ts';
import { Choice } from '#design/gallery/Field.tsx';
import { changeSettings } from '#design/gallery/settings.ts';
import type { TokenDoc } from 'virtual:design-tokens';
import { aliasGraph, tokenTiers, type AliasGraph as Graph, type Tier } from './alias-graph.ts';
import { groupTokens } from './groups.ts';
import styles from './AliasGraph.module.css';

const tierNames: Readonly<Record<Tier, string>> = { reference: 'Reference', semantic: 'Semantic', component: 'Component' };

interface AliasGraphProps {
  readonly tokens: readonly TokenDoc[];
  /** Tokens that match the filter. If there are too many, only one group of tokens is drawn. */
  readonly wanted: readonly TokenDoc[];
}

const few = 24;

export function AliasGraph({ tokens, wanted }: AliasGraphProps) {
  const [chosenGroup, setChosenGroup] = useState('');
  const groups = groupTokens(wanted);
  const group = groups.find(({ name }) => name === chosenGroup) ?? groups.find(({ name }) => name.startsWith('component.')) ?? groups[0];
  const chosen = wanted.length <= few ? wanted : (group?.tokens ?? []);
  return (
    <>
      {wanted.length > few && group && (
        <div className={styles.choice}>
          <Choice label="Group" value={group.name} options={groups.map(({ name }) => [name, name])} onChange={setChosenGroup} />
        </div>
      )}
      <Drawing graph={aliasGraph(tokens, chosen)} tokens={tokens} />
    </>
  );
}

function Drawing({ graph, tokens }: { graph: Graph; tokens: readonly TokenDoc[] }) {
  const rows = Math.max(...tokenTiers.map((tier) => graph.columns[tier].length), 1);
  return (
    <ScrollArea label="Alias graph">
      <div className={styles.root}>
        <svg
          className={styles.lines}
          viewBox={`0 0 4 ${rows}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          ref={whenDrawn({ blockSize: `calc(var(--space-8) * ${rows})` })}
        >
          {graph.edges.map((edge) => (
            <path key={`${edge.from} ${edge.to}`} className={styles.line} d={curve(graph, edge)} />
          ))}
        </svg>
        {tokenTiers.map((tier) => (
          <div key={tier} className={styles.column} data-tier={tier}>
            <h3 className={styles.tier}>{tierNames[tier]}</h3>
            <ul>
              {graph.columns[tier].map((path) => (
                <li key={path} className={styles.node}>
                  <Node token={tokens.find((token) => token.path === path)} path={path} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </ScrollArea>
  );
}

/** Returns the SVG path between two tokens. The gap between columns is half as wide as a column. */
function curve({ columns }: Graph, { from, to }: Graph['edges'][number]): string {
  const [x1, y1] = placeOf(columns, to);
  const [x2, y2] = placeOf(columns, from);
  const end = x1 + 1;
  if (x1 === x2) return `M ${end} ${y1} C ${end + 0.2} ${y1} ${end + 0.2} ${y2} ${end} ${y2}`;
  const middle = (end + x2) / 2;
  return `M ${end} ${y1} C ${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}

function placeOf(columns: Graph['columns'], path: string): [x: number, y: number] {
  const tier = tokenTiers.findIndex((name) => columns[name].includes(path));
  const row = columns[tokenTiers[tier] ?? 'reference'].indexOf(path);
  return [tier * 1.5, row + 0.5];
}

function Node({ token, path }: { token: TokenDoc | undefined; path: string }) {
  return (
    <button type="button" className={styles.name} onClick={() => changeSettings({ token: path })}>
      {token?.type === 'color' && <span className={styles.swatch} ref={whenDrawn({ backgroundColor: token.values['light'] ?? '' })} />}
      {path.replace(/^(color\.ref|component|color)\./, '')}
      {token && token.aliases.length > 0 && <VisuallyHidden>{`, built from ${token.aliases.join(', ')}`}</VisuallyHidden>}
    </button>
  );
}
