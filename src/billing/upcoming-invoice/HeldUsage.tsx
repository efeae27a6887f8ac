import { useUpcomingInvoice } from '#billing/shared/data/use-upcoming-invoice.ts';
import { HeldUsageNotice } from '#billing/shared/invoice-lines/HeldUsageNotice.tsx';

export function HeldUsage() {
  const state = useUpcomingInvoice();
  return <HeldUsageNotice held={state.kind === 'ready' ? (state.data.held_usage ?? []) : []} />;
}
