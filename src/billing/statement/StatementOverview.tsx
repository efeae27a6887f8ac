import { useLocation, useSearch } from 'wouter';
import { subscriptionsRead } from '#contract/permissions.ts';
import type { Statement } from '#contract/types.ts';
import { isoDate } from '#lib/dates/format.ts';
import { statementTexts as texts } from '#lib/texts/statement.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useIsAllowed, useOrganization, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { FindTools } from '#billing/shared/find/FindTools.tsx';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import { onDemand } from '#billing/shared/page/on-demand.tsx';
import { isSectionVisible } from '#billing/shared/page/sections.ts';
import { NoPermission } from '#billing/shared/who-can/NoPermission.tsx';
import { StatementDigests } from './StatementDigests.tsx';
import { StatementDownloads } from './StatementDownloads.tsx';
import { StatementEntries } from './StatementEntries.tsx';
import { StatementSummary } from './StatementSummary.tsx';
import {
  daysOfStatement,
  defaultPeriod,
  periodFaultOf,
  periodQuery,
  statementAddress,
  statementInput,
  statementPeriodOf,
  wordsOfPeriod,
  type StatementPeriod,
} from './statement-view.ts';

const choosePart = onDemand(async () => (await import('./ChoosePeriod.tsx')).ChoosePeriod);

const noProps = {};

export function StatementOverview() {
  const slug = useSlug();
  const mayRead = useIsAllowed(subscriptionsRead);
  const period = statementPeriodOf(useSearch());
  const query = useRead('getStatement', statementInput(slug, period), mayRead === true);
  const hasCredits = isSectionVisible('credits-balance', useOrganization().data ?? null);
  const today = isoDate(useNowSeconds());
  if (mayRead === false) return <NoPermission>{texts.noRead}</NoPermission>;
  const failed = failureOf(query);
  const isRefused = query.error?.status === 400;
  return (
    <>
      <PeriodTools slug={slug} period={period} shown={query.data} />
      {failed && isRefused && <Notice variant="negative">{periodFaultOf(period, today) ?? texts.periodRefused}</Notice>}
      {failed && !isRefused && <ReadFailure subject="statement" title={texts.failed} failed={failed} />}
      {!failed && !query.data && <LoadingSheet lines={12} />}
      {query.data && (
        <>
          <StatementSummary statement={query.data} />
          <StatementEntries slug={slug} statement={query.data} hasCredits={hasCredits} />
          <StatementDownloads slug={slug} statement={query.data} />
          <StatementDigests slug={slug} statement={query.data} />
        </>
      )}
    </>
  );
}

interface PeriodToolsProps {
  slug: string;
  period: StatementPeriod;
  shown: Statement | undefined;
}

function PeriodTools({ slug, period, shown }: PeriodToolsProps) {
  const [, navigate] = useLocation();
  return (
    <FindTools
      part={choosePart}
      props={noProps}
      id="choose-days"
      labels={{ find: 'Choose days', showAll: 'Show the last 12 months' }}
      filters={period}
      everything={defaultPeriod}
      textOf={periodQuery}
      words={wordsOfPeriod(period)}
      found={shown ? daysOfStatement(shown) : null}
      filter={(chosen) => navigate(statementAddress(slug, chosen))}
      about={shown && <p>{daysOfStatement(shown)}</p>}
    >
      {null}
    </FindTools>
  );
}
