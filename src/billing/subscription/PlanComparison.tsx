import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { featuresOf, planMetadata } from '#billing/shared/change-plan/plan-metadata.ts';
import type { PlanOffer } from './PlanOffers.tsx';
import { planPrice } from './plan-price.ts';
import styles from './PlanPanel.module.css';

/** Everything that any plan has, in one table: what is different stands side by side. */
export function PlanComparison({ offers }: { offers: readonly PlanOffer[] }) {
  const plans = planMetadata.map((plan) => ({ ...plan, all: featuresOf(plan.planId), offer: offers.find(({ id }) => id === plan.planId) }));
  const rows = [...new Set(plans.flatMap(({ all }) => [...all.keys()]))];
  const columns = [
    { id: 'feature', header: 'Feature' },
    ...plans.map(({ planId, name, offer }) => ({ id: planId, header: offer?.is_current ? `${name} (current plan)` : name })),
  ];
  return (
    <div className={styles.comparison}>
      <Table caption="What each plan has" columns={columns} whenNarrow="scroll">
        <TableGroup>
          <TableRow header="Price">
            {plans.map(({ planId, costUnit, offer }) => {
              const { prefix, amount, unit } = planPrice(offer?.price ?? null, costUnit);
              return <TableCell key={planId}>{[prefix, amount, unit].filter(Boolean).join(' ')}</TableCell>;
            })}
          </TableRow>
          {rows.map((about) => (
            <TableRow key={about} header={about}>
              {plans.map(({ planId, all }) => {
                const feature = all.get(about);
                return (
                  <TableCell key={planId}>
                    {feature ? <span className={styles.cell}>{feature.text}</span> : <span className={styles.none}>Not included</span>}
                    {feature?.subText !== undefined && <span className={styles.subText}>{feature.subText}</span>}
                  </TableCell>
                );
              })}
            </TableRow>
          ))}
        </TableGroup>
      </Table>
    </div>
  );
}
