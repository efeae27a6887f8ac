/**
 * Places with a separate country code whose businesses have tax IDs of another country. No types means all types of that country.
 * Akrotiri and Dhekelia (Cyprus, Article 7 of Directive 2006/112/EC) have no country code, so their addresses are in Cyprus.
 */
export const taxTerritories: Readonly<Record<string, { readonly country: string; readonly types?: readonly string[] }>> = {
  // Directive 2006/112/EC, Article 7: treated as France.
  MC: { country: 'FR', types: ['eu_vat'] },
  // Constitution, article 73, and Code général des impôts, article 294: French departments, registered in France.
  GP: { country: 'FR' },
  MQ: { country: 'FR' },
  RE: { country: 'FR' },
  GF: { country: 'FR' },
  YT: { country: 'FR' },
  // Code de commerce, R123-220: in the French register of businesses, but outside French VAT.
  BL: { country: 'FR', types: ['fr_siren', 'fr_siret'] },
  MF: { country: 'FR', types: ['fr_siren', 'fr_siret'] },
  PM: { country: 'FR', types: ['fr_siren', 'fr_siret'] },
  // Finnish Act 1266/1996: the VAT Act applies on Åland with exceptions, under the same numbers.
  AX: { country: 'FI' },
  // Value Added Tax Act 1994 and Isle of Man Act 1979, section 6: one VAT area with the United Kingdom.
  IM: { country: 'GB', types: ['gb_vat'] },
};
