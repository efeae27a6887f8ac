import { CardPlate } from './CardPlate.tsx';

export const states = {
  'all brands': () => (
    <ul>
      {['Visa', 'Mastercard', 'Amex', 'Discover', 'Diners', 'JCB', 'UnionPay', 'An unknown brand'].map((brand) => (
        <li key={brand}>
          <CardPlate brand={brand} /> {brand} ending in 4242
        </li>
      ))}
    </ul>
  ),
};
