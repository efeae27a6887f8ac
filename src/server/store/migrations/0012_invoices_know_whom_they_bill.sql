ALTER TABLE "invoices" ADD COLUMN "billed_to" jsonb;
--> statement-breakpoint
-- What is known of the invoices that are final already: the customer as it is now.
UPDATE invoices SET billed_to = jsonb_build_object(
  'name', organizations.name,
  'billing_name', customers.billing_name,
  'address', CASE WHEN customers.line1 IS NOT NULL THEN jsonb_build_object(
    'line1', customers.line1, 'line2', customers.line2, 'city', customers.city, 'state', customers.state,
    'postal_code', customers.postal_code, 'country', customers.country) END,
  'tax_id', CASE WHEN customers.tax_id_value IS NOT NULL THEN jsonb_build_object(
    'type', customers.tax_id_type, 'value', customers.tax_id_value, 'country', customers.tax_id_country) END)
FROM organizations LEFT JOIN customers ON customers.organization_id = organizations.id
WHERE organizations.id = invoices.organization_id AND invoices.status <> 'draft';
