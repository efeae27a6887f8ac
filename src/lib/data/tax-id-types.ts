/**
 * Tax ID types of Stripe, one per text line: country, type, label, example. A type that begins with an underscore gets the lowercase
 * country as prefix. A plus in an example ends a fixed prefix. The list is text, because records need twice the space in the browser.
 */
export const taxIdTypes = `
AL|_tin|Tax identification number|J12345678N
AD|_nrt|NRT number|A-123456-Z
AO|_tin|Tax identification number|5123456789
AR|_cuit|CUIT|12-3456789-01
AM|_tin|Tax identification number|02538904
AW|_tin|Tax identification number|12345678
AU|_abn|Business number (ABN)|12345678912
AU|_acn|Company number (ACN)|123456789
AU|_arn|Taxation Office reference number (ARN)|123456789123
AU|_wpn|Withholding payer number (WPN)|123456789
AT|eu_vat|VAT number|ATU+12345678
AZ|_tin|Tax identification number|0123456789
BS|_tin|Tax identification number|123.456.789
BH|_vat|VAT number|123456789012345
BD|_bin|Business identification number|123456789-0123
BB|_tin|Tax identification number|1123456789012
BY|_tin|TIN|123456789
BE|eu_vat|VAT number|BE+0123456789
BJ|_ifu|Tax identification number (IFU)|1234567890123
BO|_tin|Tax ID|123456789
BA|_tin|Tax identification number|123456789012
BW|_vat|VAT number|
BR|_cnpj|CNPJ number (company)|01.234.456/5432-10
BR|_cpf|CPF number (person)|123.456.789-87
BG|_uic|Unified identification code|123456789
BG|eu_vat|VAT number|BG+0123456789
BF|_ifu|Tax identification number (IFU)|12345678A
KH|_tin|Tax identification number|1001-123456789
CM|_niu|Tax identification number (NIU)|M123456789000L
CA|_bn|Business number (BN)|123456789
CA|_gst_hst|GST/HST number|123456789RT0002
CA|_pst_bc|PST number (British Columbia)|PST-1234-5678
CA|_pst_mb|PST number (Manitoba)|123456-7
CA|_pst_sk|PST number (Saskatchewan)|1234567
CA|_qst|QST number (Quebec)|1234567890TQ1234
IC|_nif|NIF number|A12345678
CV|_nif|Tax identification number (NIF)|213456789
CL|_tin|TIN (RUT)|12.345.678-K
CN|_tin|Tax ID|123456789012345678
CO|_nit|NIT number|123.456.789-0
CD|_nif|Tax identification number (NIF)|A0123456M
CR|_tin|Tax ID|1-234-567890
CI|_vat|VAT number|
HR|eu_vat|VAT number|HR+12345678912
HR|_oib|Personal identification number (OIB)|12345678901
CY|eu_vat|VAT number|CY+12345678Z
CZ|_dic|Tax identification number (DIC)|CZ12345678
CZ|eu_vat|VAT number|CZ+1234567890
DK|eu_vat|VAT number|DK+12345678
DO|_rcn|RCN number|123-4567890-1
EC|_ruc|RUC number|1234567890001
EG|_tin|Tax identification number|123456789
SV|_nit|NIT number|1234-567890-123-4
EE|eu_vat|VAT number|EE+123456789
ET|_tin|Tax identification number|1234567890
EU|_oss_vat|One Stop Shop VAT number (non-Union scheme)|EU+123456789
FO|_vat|VAT number|FO+123456
FI|eu_vat|VAT number|FI+12345678
FR|eu_vat|VAT number|FR+AB123456789
FR|_siren|SIREN number|123456789
FR|_siret|SIRET number|12345678900012
FR|_spi|Personal tax number (SPI / NIF)|1234567890123
GE|_vat|VAT number|123456789
DE|_stn|Tax number (Steuernummer)|1234567890
DE|eu_vat|VAT number|DE+123456789
GH|_tin|Tax identification number|C0001234567
GI|_tin|Tax identification number|12345
GR|eu_vat|VAT number|EL+123456789
GN|_nif|Tax identification number (NIF)|123456789
HK|_br|Business registration number|12345678
HU|eu_vat|VAT number|HU+12345678
HU|_tin|Tax number|12345678-1-23
IS|_kt|Identification number (kennitala)|1234567890
IS|_vat|VAT number|123456
IN|_gst|GST number|12ABCDE3456FGZH
ID|_npwp|NPWP number|012.345.678.9-012.345
IE|eu_vat|VAT number|IE+1234567AB
IL|_vat|VAT number|000012345
IT|eu_vat|VAT number|IT+12345678912
IT|_cf|Tax code (codice fiscale)|ABCDEF12A12A123A
JP|_cn|Corporate number|1234567891234
JP|_rn|Registered foreign business number|12345
JP|_trn|Tax registration number|T1234567891234
KZ|_bin|Business identification number|123456789012
KE|_pin|Revenue Authority PIN|P000111111A
KG|_tin|Tax identification number|12345678901234
LA|_tin|Tax identification number|123456789-000
LV|eu_vat|VAT number|LV+12345678912
LI|_uid|UID number|CHE123456789
LI|_vat|VAT number|12345
LT|eu_vat|VAT number|LT+123456789123
LU|eu_vat|VAT number|LU+12345678
MY|_frp|FRP number|12345678
MY|_itn|ITN|C 1234567890
MY|_sst|SST number|A12-3456-78912345
MT|eu_vat|VAT number|MT+12345678
MR|_nif|Tax identification number (NIF)|12345678
MU|_vat|VAT number|
MX|_rfc|RFC number|ABC010203AB9
MD|_cf|Fiscal code|
MD|_vat|VAT number|1234567
ME|_pib|PIB number|12345678
MA|_vat|VAT number|12345678
MZ|_nuit|Tax identification number (NUIT)|123456789
NP|_pan|PAN number|123456789
NL|eu_vat|VAT number|NL+123456789B12
NZ|_bn|Business number (NZBN)|1234567890123
NZ|_gst|GST number|123456789
NG|_tin|Tax identification number|1234567890123
MK|_vat|VAT number|MK+1234567890123
NO|_vat|VAT number|123456789MVA
NO|_voec|VAT on e-commerce number|1234567
OM|_vat|VAT number|OM+1234567890
PY|_ruc|RUC number|12345678A
PE|_ruc|RUC number|12345678901
PH|_tin|Tax identification number|123456789012
PL|eu_vat|VAT number|PL+1234567890
PL|_nip|NIP number|1234567890
PT|eu_vat|VAT number|PT+123456789
PT|_nif|Tax identification number (NIF)|123456789
RO|eu_vat|VAT number|RO+1234567891
RO|_tin|Tax ID|1234567890123
RU|_inn|INN|1234567891
RU|_kpp|KPP|123456789
SM|_coe|Operator code (COE)|SM12345
SA|_vat|VAT number|123456789012345
SN|_ninea|NINEA number|12345672A2
RS|_pib|PIB number|123456789
SG|_gst|GST number|M12345678X
SG|_uen|UEN|123456789F
SK|eu_vat|VAT number|SK+1234567891
SI|eu_vat|VAT number|SI+12345678
SI|_tin|Tax number|12345678
ZA|_vat|VAT number|4123456789
KR|_brn|Business registration number|123-45-67890
ES|_cif|NIF number|A12345678
ES|eu_vat|VAT number|ES+A1234567Z
LK|_vat|VAT number|123456789-1234
SR|_fin|FIN number|1234567890
SE|eu_vat|VAT number|SE+123456789123
CH|_uid|UID number|CHE-123.456.789 HR
CH|_vat|VAT number|CHE+-123.456.789 MWST
TW|_vat|VAT number|12345678
TJ|_tin|Tax identification number|123456789
TZ|_vat|VAT number|12345678A
TH|_vat|VAT number|1234567891234
TT|_bir|Board of Inland Revenue number|
TT|_vat|VAT registration number|
TR|_tin|Tax identification number|0123456789
UG|_tin|Tax identification number|1014751879
UA|_vat|VAT number|123456789
AE|_trn|TRN|123456789012345
GB|eu_vat|VAT number (Northern Ireland)|XI+123456789
GB|_vat|VAT number|GB+123456789
US|_ein|EIN|12-3456789
UY|_ruc|RUC number|123456789012
UZ|_tin|TIN|123456789
UZ|_vat|VAT number|123456789012
VE|_rif|RIF number|A-12345678-9
VN|_tin|Tax ID|1234567890
ZM|_tin|Tax identification number|1004751879
ZW|_tin|Tax identification number|1234567890
`;
