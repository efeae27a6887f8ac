import type { UsageRecord } from '#contract/types.ts';
import { focusPlace } from '#lib/browser/focus-place.ts';
import { Notice } from '#ui/Notice/Notice.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { metricName } from './metric-names.ts';
import { usageLevel } from './usage-level.ts';
import styles from './Usage.module.css';

export function AttentionList({ records }: { records: readonly UsageRecord[] }) {
  const lists = [
    { title: 'Over quota', of: records.filter((record) => usageLevel(record) === 'over') },
    { title: 'Near quota', of: records.filter((record) => usageLevel(record) === 'approaching') },
  ].filter((list) => list.of.length > 0);
  if (lists.length === 0) return null;
  return (
    <Notice variant="warning">
      {lists.map((list) => (
        <div key={list.title}>
          <p className={styles.attentionTitle}>{list.title}</p>
          <ul className={styles.attention}>
            {list.of.map(({ metric }) => (
              <li key={metric}>
                <TextLink href={`#${metric}`} onClick={() => focusPlace(document.getElementById(metric))}>
                  {metricName(metric)}
                </TextLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Notice>
  );
}
