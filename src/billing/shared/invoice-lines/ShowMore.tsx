import { formatNumber } from '#lib/number-text.ts';
import { Button } from '#ui/Button/Button.tsx';
import { projectsPerPage, shownRowsText, type ProjectRows } from './use-project-rows.ts';
import styles from './Lines.module.css';

/** When all projects are shown, the button stays, but is unavailable with a reason. */
export function ShowMore({
  projects: { rows, total, isLoading, failure, showMore },
  subject,
}: {
  projects: Omit<ProjectRows, 'rows' | 'isDrawn'> & { readonly rows: readonly unknown[] };
  subject: string;
}) {
  const left = total - rows.length;
  return (
    <div className={styles.more}>
      <p>{shownRowsText(rows.length, total)}</p>
      <Button
        onPress={showMore}
        nameSuffix={`, ${subject}`}
        isPending={isLoading}
        pendingMessage="Loading more projects"
        unavailableReason={left > 0 ? undefined : 'All projects are shown.'}
      >
        {`Show ${formatNumber(left > 0 ? Math.min(projectsPerPage, left) : projectsPerPage)} more`}
      </Button>
      {failure !== null && <p>{failure}</p>}
    </div>
  );
}
