import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import { cycleOf, usageAddress, type EarlierCycle } from './usage-cycles.ts';
import { projectOf } from './use-usage.ts';
import styles from './Usage.module.css';

export function EarlierCycles({ cycles }: { cycles: readonly EarlierCycle[] }) {
  const slug = useSlug();
  const project = useSearchPart(projectOf);
  const shown = useSearchPart(cycleOf);
  if (cycles.length === 0) return null;
  return (
    <Disclosure title="Earlier cycles">
      <ul className={styles.cycles}>
        {cycles.map(({ id, interval, name }) => (
          <li key={id}>
            <PageLink href={usageAddress(slug, { project, cycle: interval })} {...(interval === shown && { 'aria-current': 'page' })}>
              {name}
            </PageLink>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
