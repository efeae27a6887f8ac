import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { coveredByCap, notCoveredByCap } from './cap-coverage.ts';
import styles from './CostControlSection.module.css';

/** What the cap covers and, as plainly, what it does not. */
export function CapCoverage({ isCapOff }: { isCapOff: boolean }) {
  return (
    <Disclosure title={isCapOff ? 'What a spend cap would cover' : 'What the spend cap covers'}>
      <div className={styles.coverage}>
        <CoverageList title="Limited by the spend cap" entries={coveredByCap} />
        <CoverageList title="Always charged, with or without the cap" entries={notCoveredByCap} />
      </div>
    </Disclosure>
  );
}

function CoverageList({ title, entries }: { title: string; entries: readonly string[] }) {
  return (
    <div>
      <h3 className={styles.coverageTitle}>{title}</h3>
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </div>
  );
}
