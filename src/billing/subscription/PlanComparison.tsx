import { planNames } from '#lib/plan-names.ts';
import { ScrollBox } from '#ui/Table/ScrollBox.tsx';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { featuresOf, type PlanWords } from '#billing/shared/change-plan/plan-features.ts';
import { planOrder } from '#billing/shared/change-plan/plan-tiers.ts';
import type { PlanOffer } from './PlanOffers.tsx';
import { planPrice } from './plan-price.ts';
import styles from './PlanPanel.module.css';

interface PlanComparisonProps {
  offers: readonly PlanOffer[];
  words: readonly PlanWords[];
}

export function PlanComparison({ offers, words }: PlanComparisonProps) {
  const plans = planOrder.map((planId) => ({
    planId,
    name: planNames[planId],
    all: featuresOf(words, planId),
    offer: offers.find(({ id }) => id === planId),
  }));
  const rows = [...new Set(plans.flatMap(({ all }) => [...all.keys()]))];
  const columns = [
    { id: 'feature', header: 'Feature' },
    ...plans.map(({ planId, name, offer }) => ({ id: planId, header: offer?.is_current ? `${name} (current plan)` : name })),
  ];
  return (
    <div className={styles.comparison}>
      <ScrollBox>
        <Table caption="Plan comparison" columns={columns} isScrolled>
          <TableGroup>
            <TableRow header="Price">
              {plans.map(({ planId, offer }) => {
                const { prefix, amount, unit } = planPrice(offer?.price ?? null);
                return <TableCell key={planId}>{[prefix, amount, unit].filter(Boolean).join(' ')}</TableCell>;
              })}
            </TableRow>
            {rows.map((about) => (
              <TableRow key={about} header={about}>
                {plans.map(({ planId, all }) => {
                  const feature = all.get(about);
                  return (
                    <TableCell key={planId}>
                      {feature ? feature.text : <span className={styles.none}>Not included</span>}
                      {feature?.sub_text !== undefined && (
                        <>
                          <br />
                          <span className={styles.subText}>{feature.sub_text}</span>
                        </>
                      )}
                    </TableCell>
                  );
                })}
              </TableRow>
            ))}
          </TableGroup>
        </Table>
      </ScrollBox>
    </div>
  );
}
