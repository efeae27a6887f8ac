import { expect, it } from 'vitest';
import { unprintableLetters, unprintableMessage } from './unprintable-letters.ts';

it('finds the letters that no font has, each once', () => {
  expect(unprintableLetters('Acme \u{13000} \u{13000} \u{1bc0} GmbH')).toEqual(['\u{13000}', '\u{1bc0}']);
  expect(unprintableMessage('Acme \u{13000}')).toBe('The invoice cannot show: \u{13000}');
});

it.each([
  'Łódź Ελλάς Київ',
  'שלום شركة',
  '简体中文公司 繁體中文公司',
  '한국 주식회사 株式会社髙島屋',
  'हिन्दी தமிழ் ไทย ខ្មែរ မြန်မာ བོད་ཡིག',
  'ߒߞߏ 𞤀𞤣𞤤𞤢𞤥 ᏣᎳᎩ ꦗꦮ ᬩᬮᬶ 𑄌𑄋𑄴𑄟𑄳𑄦',
  'Acme 🏢 👩‍💻',
  'Zero\u200dwidth and\ufe0f selectors',
])('prints %s', (text) => {
  expect(unprintableMessage(text)).toBeUndefined();
});
