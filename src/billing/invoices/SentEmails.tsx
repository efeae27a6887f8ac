import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallResponse, Invoice } from '#contract/types.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { deliveryReasons, deliveryStates, noticesTexts as texts } from '#lib/texts/notices.ts';
import { Badge } from '#ui/Badge/Badge.tsx';
import { Button } from '#ui/Button/Button.tsx';
import { DateText } from '#ui/DateText/DateText.tsx';
import { EmptyState } from '#ui/EmptyState/EmptyState.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { Table, TableCell, TableGroup, TableRow, TableSpan } from '#ui/Table/Table.tsx';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { readOptions, slowlyWhile } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useAsServed } from '#billing/shared/data/served-answers.ts';
import { useCapabilities, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { SendAgain } from './SendAgain.tsx';
import { inLists, emailsLine, newestRound, type SentNotice } from './sent-emails.ts';

type Notices = CallResponse<'listInvoiceNotices'>;

const isWaiting = ({ notices }: Notices): boolean => notices.some(({ deliveries }) => deliveries.some(({ state }) => state === 'queued'));

export function SentEmails({ invoice }: { invoice: Invoice }) {
  const slug = useSlug();
  const isServed = useCapabilities()?.includes('notices');
  const options = readOptions('listInvoiceNotices', { params: { slug, invoice_id: invoice.id } });
  const now = useQuery({ ...options, enabled: isServed === true, refetchInterval: slowlyWhile(isWaiting) });
  const query = useAsServed(now, options.queryKey);
  if (isServed === false) return null;
  const failed = failureOf(query);
  const notices = query.data?.notices;
  return (
    <SectionSheet id="sent" title={texts.sent} state={notices && emailsLine(notices)} isBusy={!notices && !failed}>
      {failed && <ReadFailure subject="emails" title={texts.sentFailed} failed={failed} />}
      {!failed && !notices && <LoadingSheet lines={3} />}
      {notices?.length === 0 && <EmptyState>{texts.noEmails}</EmptyState>}
      {notices && notices.length > 0 && <MailTable notices={notices} number={invoice.number} />}
      {notices && invoice.status !== 'void' && <SendAgain invoice={invoice} />}
    </SectionSheet>
  );
}

const columns = [
  { id: 'to', header: 'To' },
  { id: 'when', header: 'When', align: 'detail' },
  { id: 'result', header: 'Result', align: 'detail' },
] as const;

function MailTable({ notices, number }: { notices: readonly SentNotice[]; number: string }) {
  const slug = useSlug();
  const hasBounced = notices.some(({ deliveries }) => newestRound(deliveries).some(({ state }) => state === 'bounced'));
  return (
    <>
      <Table caption={`Emails about invoice ${number}`} isCaptionHidden columns={columns}>
        {notices.map((notice) => (
          <MailRows key={notice.id} notice={notice} />
        ))}
      </Table>
      {hasBounced && (
        <p>
          {`${texts.bouncedHere} `}
          <PageLink isInText href={`${helpAddresses.billing(slug)}#email`}>
            Email Recipients
          </PageLink>
        </p>
      )}
    </>
  );
}

function MailRows({ notice: { subject, at, deliveries } }: { notice: SentNotice }) {
  const [isWhole, setWhole] = useState(false);
  const { first, others } = inLists(deliveries);
  const shown = isWhole ? [...first, ...others] : first;
  return (
    <TableGroup>
      <TableRow header={subject} variant="group">
        <TableCell align="detail">
          <DateText seconds={at} />
        </TableCell>
        <TableCell align="detail" />
      </TableRow>
      {shown.map(({ address, state, sent_at: sentAt }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an address may have got the email more than once
        <TableRow key={`${address} ${index}`} header={<bdi>{address}</bdi>} isIndented>
          <TableCell align="detail">{sentAt !== null && <DateText seconds={sentAt} format="date-time" />}</TableCell>
          <TableCell align="detail">
            <Badge variant={state === 'bounced' || state === 'refused' ? 'negative' : state === 'queued' ? 'info' : 'neutral'}>
              {deliveryStates[state]}
            </Badge>
            {state !== 'sent' && ` ${deliveryReasons[state]}`}
          </TableCell>
        </TableRow>
      ))}
      {others.length > 0 && (
        <TableSpan columns={columns.length}>
          <Button
            nameSuffix={`, ${subject}`}
            onPress={() => setWhole(true)}
            unavailableReason={isWhole ? 'All addresses are shown.' : undefined}
          >
            {`Show all ${deliveries.length} addresses`}
          </Button>
        </TableSpan>
      )}
    </TableGroup>
  );
}
