/** Other names of countries: native, short or former. Each name belongs to one country. */
const table =
  'AE UAE,Emirates,Dubai,Abu Dhabi|AL Shqipëria|AM Hayastan|AT Österreich|BA Bosna i Hercegovina|BE België,Belgique,Belgien|BG Bulgariya|' +
  'BN Brunei Darussalam|BO Plurinational State of Bolivia|BR Brasil|BY Belorussia|CD Democratic Republic of the Congo,DR Congo,DRC,Zaire|' +
  'CF République centrafricaine|CG Republic of the Congo|CH Schweiz,Suisse,Svizzera,Svizra|CI Ivory Coast|CM Cameroun|' +
  "CN People's Republic of China,PRC,Zhongguo|CV Cabo Verde|CY Kypros|CZ Czech Republic,Česko|DE Deutschland|DK Danmark|DZ Algérie|" +
  'EE Eesti|EG Misr|ES España|FI Suomi|FK Islas Malvinas|FM Federated States of Micronesia|FO Føroyar|GB UK,Great Britain,England,Scotland,' +
  'Wales,Northern Ireland|GE Sakartvelo|GL Kalaallit Nunaat|GR Hellas,Ellada|HK Hong Kong SAR China|HR Hrvatska|HU Magyarország|' +
  'IE Éire,Republic of Ireland|IL Yisrael|IN Bharat|IR Islamic Republic of Iran,Persia|IS Ísland|IT Italia|JP Nippon,Nihon|KG Kirghizia|' +
  "KH Kampuchea|KP DPRK,Democratic People's Republic of Korea|KR Republic of Korea,Hanguk|LA Lao People's Democratic Republic|LK Ceylon|" +
  'LT Lietuva|LU Lëtzebuerg,Luxemburg|LV Latvija|MA Maroc|MD Republic of Moldova|ME Crna Gora|MK Macedonia|MM Burma|MO Macau|MX México|' +
  'NL Holland,Nederland|NO Norge,Noreg|NZ Aotearoa|PE Perú|PH Pilipinas|PL Polska|PS State of Palestine|PT Portuguese Republic|' +
  'RO România|RS Srbija|RU Russian Federation,Rossiya|SA KSA|SE Sverige|SI Slovenija|SK Slovensko|SN Sénégal|SY Syrian Arab Republic|' +
  'SZ Swaziland|TH Siam|TL East Timor|TN Tunisie|TR Turkey|TW Republic of China|TZ United Republic of Tanzania|UA Ukraina|' +
  'US USA,United States of America,America|VA Holy See|VE Bolivarian Republic of Venezuela|VG BVI|VI USVI|VN Viet Nam|' +
  'ZA RSA,Suid-Afrika';

export const otherCountryNames: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  table.split('|').map((entry) => [entry.slice(0, 2), entry.slice(3).split(',')]),
);
