export const productName = 'Groundwork';
