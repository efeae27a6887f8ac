import styles from './CardPlate.module.css';

/* Abstract marks on a plate of 40 x 26 units. They replace the trademarks of the brands. */
const marks: ReadonlyMap<string, string> = new Map(
  Object.entries({
    visa: 'M10 9l4 8 4-8M22 9h8M22 13h6M22 17h8',
    mastercard: 'M16 8a5 5 0 1 0 .01 0M24 8a5 5 0 1 0 .01 0',
    amex: 'M9 7h22v12H9zM14 10h12v6H14z',
    discover: 'M8 18h12M8 13h9M8 8h12M28 8a5 5 0 1 0 .01 0',
    diners: 'M20 6a7 7 0 1 0 .01 0M17 9v8M23 9v8',
    jcb: 'M12 8v10M20 6v14M28 8v10',
    unionpay: 'M14 7l-3 12M21 7l-3 12M28 7l-3 12',
  }),
);

export interface CardPlateProps {
  /** Card brand in the gateway's spelling ("visa"). An unknown brand has a blank plate, because the text next to the plate names it. */
  brand: string;
}

export function CardPlate({ brand }: CardPlateProps) {
  const mark = marks.get(brand.toLowerCase());
  return (
    <svg className={styles.root} viewBox="0 0 40 26" aria-hidden="true">
      <rect className={styles.plate} x="0.75" y="0.75" width="38.5" height="24.5" rx="3" />
      {mark !== undefined && <path className={styles.mark} d={mark} />}
    </svg>
  );
}
