import { useCallback, useMemo, useState } from 'react';
import type { UpcomingInvoice } from '#contract/types.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Icon } from '#ui/Icon/Icon.tsx';
import { OnDemand, onDemand } from '#billing/shared/on-demand.tsx';
import { CostTable } from './CostTable.tsx';
import { readLines } from '#billing/shared/lines/lines.ts';
import styles from './UpcomingInvoice.module.css';

const byProject = onDemand(async () => (await import('./ProjectTable.tsx')).ProjectTable);

const views = [
  { id: 'lines', label: 'By item' },
  { id: 'projects', label: 'By project' },
] as const;

type View = (typeof views)[number]['id'];

/** All costs, by what they are for or by the project that they belong to. */
export function Costs({ invoice }: { invoice: UpcomingInvoice }) {
  const [view, setView] = useState<View>('lines');
  const lines = useMemo(() => readLines(invoice.lines), [invoice.lines]);
  const showLines = useCallback(() => setView('lines'), []);
  return (
    <div className={styles.costs}>
      <div role="group" aria-label="Show costs" className={styles.views}>
        {views.map(({ id, label }) => (
          <Button key={id} variant={view === id ? 'secondary' : 'quiet'} aria-pressed={view === id} onPress={() => setView(id)}>
            {view === id && <Icon name="check" />}
            {label}
          </Button>
        ))}
      </div>
      {view === 'lines' && <CostTable invoice={invoice} lines={lines} />}
      {/* There from the start, so that its code is fetched ahead. */}
      <OnDemand part={byProject} isWanted={view === 'projects'} onFailed={showLines} props={{ isShown: view === 'projects' }} />
    </div>
  );
}
