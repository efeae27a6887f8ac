/** The product's name, as it stands in titles and in the banner. */
export const productName = 'Groundwork';
