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

/**
 * Places whose addresses are in a country, by postal code, but whose businesses can also have tax IDs of another country. The other places of
 * Article 6 of Directive 2006/112/EC have the tax IDs of their country: Mount Athos, Heligoland, Livigno, Campione d'Italia, Ceuta, Melilla.
 */
export const taxPlaces: readonly {
  readonly addressCountry: string;
  readonly postalCode: string;
  readonly country: string;
  readonly types: readonly string[];
}[] = [
  // Büsingen: outside EU VAT (Article 6(2)(b)), and in the territory of the Swiss VAT Act (article 3(a), by the treaty of 23 November 1964).
  { addressCountry: 'DE', postalCode: '78266', country: 'CH', types: ['ch_vat'] },
];
