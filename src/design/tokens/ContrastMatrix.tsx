import { useState } from 'react';
import { EmptyState } from '#ui/EmptyState/EmptyState.tsx';
import { ScrollArea } from '#design/gallery/ScrollArea.tsx';
import { whenDrawn } from '#design/gallery/drawn.ts';
import { Choice, Toggle } from '#design/gallery/Field.tsx';
import { themeNames } from '#design/modes/modes.ts';
import type { TokenDocs } from 'virtual:design-tokens';
import { contrastFloor } from './pairs.ts';
import { useTokens } from './use-token-parts.ts';
import styles from './ContrastMatrix.module.css';

type Check = TokenDocs['contrast'][number];

const themes = ['light', 'dark', 'lightHighContrast', 'darkHighContrast', 'print'] as const;

export function ContrastMatrix({ wanted }: { wanted: ReadonlySet<string> }) {
  const { docs } = useTokens();
  const [theme, setTheme] = useState<(typeof themes)[number]>('light');
  const [onlyBroken, setOnlyBroken] = useState(false);
  const ofTheme = docs.contrast.filter((check) => check.theme === theme && (wanted.has(check.foreground) || wanted.has(check.background)));
  const checks = ofTheme.filter((check) => !onlyBroken || !check.passes);
  const broken = ofTheme.filter((check) => !check.passes).length;
  return (
    <>
      <div className={styles.choices}>
        <Choice label="Theme of the pairs" value={theme} options={themes.map((name) => [name, themeNames[name]])} onChange={setTheme} />
        <Toggle label="Only broken pairs" isOn={onlyBroken} onChange={setOnlyBroken} />
        <p className={styles.count}>{`${ofTheme.length} pairs, ${broken} broken`}</p>
      </div>
      {checks.length === 0 ? (
        <EmptyState>No pair to show.</EmptyState>
      ) : (
        <Matrix checks={checks} caption={`Contrast in theme ${themeNames[theme]}`} />
      )}
    </>
  );
}

function Matrix({ checks, caption }: { checks: readonly Check[]; caption: string }) {
  const grounds = [...new Map(checks.map((check) => [check.background, check.backgroundHex]))];
  const rows = new Map<string, Map<string, Check>>();
  for (const check of checks)
    rows.set(check.foreground, (rows.get(check.foreground) ?? new Map<string, Check>()).set(check.background, check));
  return (
    <ScrollArea label={caption}>
      <table className={styles.root}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            <td className={styles.corner} aria-label="Foreground and ground" />
            {grounds.map(([ground, hex]) => (
              <th key={ground} scope="col" className={styles.ground}>
                <span className={styles.swatch} ref={whenDrawn({ backgroundColor: hex })} />
                <span className={styles.upright}>{ground.replace('color.', '')}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows].map(([foreground, cells]) => (
            <tr key={foreground} className={styles.row}>
              <th scope="row" className={styles.foreground}>
                {foreground.replace('color.', '')}
              </th>
              {grounds.map(([ground]) => (
                <Cell key={ground} check={cells.get(ground)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function Cell({ check }: { check: Check | undefined }) {
  return (
    <td className={styles.cell} data-broken={check && !check.passes ? 'broken' : undefined}>
      {check && <Pair check={check} />}
    </td>
  );
}

function Pair({ check: { foregroundHex, backgroundHex, ratio, min, passes, role } }: { check: Check }) {
  return (
    <>
      <span aria-hidden="true" className={styles.sample} ref={whenDrawn({ color: foregroundHex, backgroundColor: backgroundHex })}>
        {role === 'text' ? 'Aa' : '▬'}
      </span>
      <span>{contrastFloor(ratio)}</span>
      {!passes && <span>{`needs ${min}`}</span>}
    </>
  );
}
