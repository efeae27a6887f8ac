import { formatDays } from '#lib/dates/format.ts';
import { formatCents } from '#lib/money.ts';
import { Table, TableCell, TableGroup, TableRow } from '#ui/Table/Table.tsx';
import { limitSentences, type PriceTag, priceSentence, workingOf } from './price-tag-messages.ts';
import styles from './PriceTag.module.css';

export function PriceTagResult({ tag }: { tag: PriceTag }) {
  return (
    <div className={styles.root}>
      <p>{priceSentence(tag)}</p>
      {limitSentences(tag).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Working title="A full month" tag={tag.full_month} />
      <Working title="This cycle" tag={tag.this_cycle} />
    </div>
  );
}

const columns = [
  { id: 'line', header: 'Line' },
  { id: 'working', header: 'Working', align: 'detail' },
  { id: 'amount', header: 'Amount', align: 'money' },
] as const;

function Working({ title, tag }: { title: string; tag: PriceTag['this_cycle'] }) {
  const { lines, credits_cents: credits, total_cents: total, start, end } = tag;
  return (
    <Table caption={title} columns={columns}>
      <TableGroup>
        {lines.map((line) => (
          <TableRow key={line.description} header={line.description}>
            <TableCell align="detail">
              {line.unit_price_desc && <p>{line.unit_price_desc}</p>}
              <p>{workingOf(line)}</p>
            </TableCell>
            <TableCell align="money">{formatCents(line.amount_cents)}</TableCell>
          </TableRow>
        ))}
        {credits !== 0 && (
          <TableRow header="Compute Credits">
            <TableCell align="detail">The remaining credits are used first</TableCell>
            <TableCell align="money">{formatCents(-credits)}</TableCell>
          </TableRow>
        )}
      </TableGroup>
      <TableGroup>
        <TableRow header="Total" variant="total">
          <TableCell align="detail">{`Added to the invoice, ${formatDays(start, end)}`}</TableCell>
          <TableCell align="money">{formatCents(total)}</TableCell>
        </TableRow>
      </TableGroup>
    </Table>
  );
}
