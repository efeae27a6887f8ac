import styles from './Icon.module.css';

const paths = {
  newTab: 'M6 3H3v10h10v-3M9 3h4v4M13 3 7 9',
  close: 'm4 4 8 8M12 4l-8 8',
  chevronDown: 'm4 6 4 4 4-4',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.5 10.5 14 14',
  copy: 'M6 6h7v7H6zM10 6V3H3v7h3',
  check: 'm3 8 4 4 6-8',
  info: 'M8 7v5M8 4.5v.1M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13',
  pending: 'M5 2h6M5 14h6M5.5 2v2.5L8 8l2.5-3.5V2M5.5 14v-2.5L8 8l2.5 3.5V14',
} as const;

export type IconName = keyof typeof paths;

export interface IconProps {
  name: IconName;
}

/** Assistive technology ignores the icon, because the text next to it has the whole meaning. */
export function Icon({ name }: IconProps) {
  return (
    <svg className={styles.root} viewBox="0 0 16 16" aria-hidden="true" data-directional={name === 'newTab' || undefined}>
      <path d={paths[name]} />
    </svg>
  );
}
