import { Money } from '#ui/Money/Money.tsx';
import { ScrollBox } from './ScrollBox.tsx';
import { Table, TableCell, TableGroup, TableRow, TableSpan } from './Table.tsx';

const lines = [
  { id: 'item', header: 'Item' },
  { id: 'working', header: 'How it adds up', align: 'detail' },
  { id: 'amount', header: 'Amount', align: 'money' },
] as const;

const rates = [
  { id: 'resource', header: 'Resource' },
  { id: 'included', header: 'Included' },
  { id: 'rate', header: 'Rate, in US dollars', align: 'money' },
] as const;

const history = [
  { id: 'what', header: 'Entry' },
  { id: 'when', header: 'Date' },
  { id: 'amount', header: 'Amount', align: 'money' },
  { id: 'balance', header: 'Balance after', align: 'money' },
] as const;

export const states = {
  'invoice lines': () => (
    <Table caption="Lines so far this cycle" columns={lines}>
      <TableGroup>
        <TableRow header="Pro Plan">
          <TableCell align="detail">1 month</TableCell>
          <TableCell align="money">
            <Money cents={2500} />
          </TableCell>
        </TableRow>
      </TableGroup>
      <TableGroup>
        <TableRow header="Compute" variant="group">
          <TableCell align="detail">2 projects, 1,008 hours</TableCell>
          <TableCell align="money" />
        </TableRow>
        <TableRow header="atlas (Small)" isIndented>
          <TableCell align="detail">504 h x $0.0206</TableCell>
          <TableCell align="money">
            <Money cents={1038} />
          </TableCell>
        </TableRow>
        <TableRow header="Compute Credits" isIndented>
          <TableCell align="detail">covers one Micro project</TableCell>
          <TableCell align="money">
            <Money cents={-1000} />
          </TableCell>
        </TableRow>
      </TableGroup>
      <TableGroup>
        <TableRow header="Custom domain">
          <TableCell align="detail">504 h x $0.0137</TableCell>
          <TableCell align="money">
            <Money cents={345} wasCents={690} />
          </TableCell>
        </TableRow>
        <TableRow header="Current Costs" variant="subtotal">
          <TableCell align="detail" />
          <TableCell align="money">
            <Money cents={2883} />
          </TableCell>
        </TableRow>
        <TableRow header="Projected Costs" variant="total">
          <TableCell align="detail" />
          <TableCell align="money">
            <Money cents={3912} />
          </TableCell>
        </TableRow>
      </TableGroup>
    </Table>
  ),
  'a row across all columns': () => (
    <Table caption="Lines so far this cycle" columns={lines}>
      <TableGroup>
        <TableRow header="Egress">
          <TableCell align="detail">165.74 GB x $0.09</TableCell>
          <TableCell align="money">
            <Money cents={1492} />
          </TableCell>
        </TableRow>
        <TableSpan columns={lines.length}>415.74 GB used, less 250 GB included, at $0.09 per GB</TableSpan>
      </TableGroup>
    </Table>
  ),
  'two amounts': () => (
    <Table caption="Credit history" columns={history}>
      <TableGroup>
        <TableRow header="Top-up">
          <TableCell align="detail">Nov 30, 2026</TableCell>
          <TableCell align="money">
            <Money cents={25_000} tone="credit" />
          </TableCell>
          <TableCell align="money" label="Balance after">
            <Money cents={27_500} />
          </TableCell>
        </TableRow>
      </TableGroup>
    </Table>
  ),
  'scrolls when narrow': () => (
    <ScrollBox>
      <Table caption="Rates after the quota" columns={rates} isScrolled>
        <TableGroup>
          <TableRow header="Egress, per GB">
            <TableCell>250 GB</TableCell>
            <TableCell align="money">$0.09</TableCell>
          </TableRow>
          <TableRow header="Monthly active users, per user">
            <TableCell>100,000</TableCell>
            <TableCell align="money">$0.00325</TableCell>
          </TableRow>
        </TableGroup>
      </Table>
    </ScrollBox>
  ),
  'right to left': () => (
    <div dir="rtl">
      <Table caption="שורות" isCaptionHidden columns={lines}>
        <TableGroup>
          <TableRow header="זיכוי" variant="total">
            <TableCell align="detail">2 פרויקטים</TableCell>
            <TableCell align="money">
              <Money cents={-1000} />
            </TableCell>
          </TableRow>
        </TableGroup>
      </Table>
    </div>
  ),
};
