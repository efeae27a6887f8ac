/**
 * Places that have a country code, but whose businesses have tax IDs of another country. Without `types`, all types of that country apply.
 * Akrotiri and Dhekelia (Article 7 of Directive 2006/112/EC) have no country code, so their addresses are in Cyprus.
 */
export const taxTerritories: Readonly<Record<string, { readonly country: string; readonly types?: readonly string[] }>> = {
  // Monaco is treated as France (Directive 2006/112/EC, Article 7).
  MC: { country: 'FR', types: ['eu_vat'] },
  // French departments, registered in France (Constitution, article 73, and Code général des impôts, article 294).
  GP: { country: 'FR' },
  MQ: { country: 'FR' },
  RE: { country: 'FR' },
  GF: { country: 'FR' },
  YT: { country: 'FR' },
  // These places are in the French register of businesses, but outside French VAT (Code de commerce, R123-220).
  BL: { country: 'FR', types: ['fr_siren', 'fr_siret'] },
  MF: { country: 'FR', types: ['fr_siren', 'fr_siret'] },
  PM: { country: 'FR', types: ['fr_siren', 'fr_siret'] },
  // The Finnish VAT Act applies on Åland with exceptions. Businesses on Åland have Finnish tax IDs (Finnish Act 1266/1996).
  AX: { country: 'FI' },
  // The Isle of Man is in the VAT area of the United Kingdom (Value Added Tax Act 1994 and Isle of Man Act 1979, section 6).
  IM: { country: 'GB', types: ['gb_vat'] },
};

/**
 * Postal codes in which businesses can also have tax IDs of another country. Article 6 of Directive 2006/112/EC lists more places, but
 * their businesses use the address country: Mount Athos, Heligoland, Livigno, Campione d'Italia, Ceuta, Melilla.
 */
export const taxPlaces: readonly {
  readonly addressCountry: string;
  readonly postalCode: string;
  readonly country: string;
  readonly types: readonly string[];
}[] = [
  // Büsingen is outside EU VAT (Article 6(2)(b)), but inside the territory of the Swiss VAT Act (article 3(a), treaty of 23 November 1964).
  { addressCountry: 'DE', postalCode: '78266', country: 'CH', types: ['ch_vat'] },
];
