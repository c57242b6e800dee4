/**
 * Names by which a card tells its country, by ISO code; those of countries whose exhibitors come
 * most.
 */
export const PLACES: Readonly<Record<string, readonly string[]>> = {
  AE: words(
    'uae|united arab emirates|dubai|abu dhabi|sharjah|ajman|ras al khaimah|fujairah|deira|jebel ali|الإمارات|دبي|أبوظبي|أبو ظبي|الشارقة|عجمان|ديرة',
  ),
  SA: words('saudi arabia|ksa|riyadh|jeddah|dammam|khobar|mecca|medina|السعودية|الرياض|جدة|الدمام|الخبر|مكة'),
  QA: words('qatar|doha|قطر|الدوحة'),
  KW: words('kuwait|الكويت'),
  BH: words('bahrain|manama|البحرين|المنامة'),
  OM: words('oman|muscat|عمان|مسقط'),
  EG: words('egypt|cairo|alexandria|giza|مصر|القاهرة|الإسكندرية|الجيزة'),
  JO: words('jordan|amman|الأردن'),
  LB: words('lebanon|beirut|لبنان|بيروت'),
  MA: words('morocco|casablanca|rabat|المغرب|الدار البيضاء|الرباط'),
  TN: words('tunisia|tunis|تونس'),
  IQ: words('iraq|baghdad|العراق|بغداد'),
  CN: words(
    'china|shenzhen|shanghai|beijing|guangzhou|yiwu|ningbo|hangzhou|foshan|dongguan|suzhou|qingdao|xiamen|中国|深圳|上海|北京|广州|广东|浙江|江苏|山东|福建',
  ),
  HK: words('hong kong|kowloon|香港|九龙'),
  TW: words('taiwan|taipei|台湾|台北'),
  SG: words('singapore|新加坡'),
  MY: words('malaysia|kuala lumpur|penang'),
  GB: words('united kingdom|england|london|manchester|birmingham|scotland|leeds|bristol'),
  US: words('usa|united states|new york|california|texas|chicago|florida'),
  CA: words('canada|toronto|vancouver|montreal|ontario'),
  IN: words('india|mumbai|delhi|bangalore|bengaluru|chennai|gujarat|maharashtra|pune|hyderabad'),
  PK: words('pakistan|karachi|lahore|islamabad'),
  DE: words('germany|deutschland|berlin|munich|münchen|hamburg|frankfurt|stuttgart|köln'),
  FR: words('france|paris|lyon|marseille'),
  IT: words('italy|italia|milan|milano|rome|roma|torino|bologna'),
  ES: words('spain|españa|madrid|barcelona|valencia'),
  PT: words('portugal|lisbon|lisboa|porto'),
  NL: words('netherlands|amsterdam|rotterdam|utrecht'),
  SE: words('sweden|sverige|stockholm|göteborg|malmö'),
  TR: words('turkey|türkiye|istanbul|ankara|izmir|bursa'),
  KE: words('kenya|nairobi|mombasa'),
  NG: words('nigeria|lagos|abuja'),
  ZA: words('south africa|johannesburg|cape town|durban'),
  BR: words('brazil|brasil|são paulo|rio de janeiro'),
  MX: words('mexico|méxico|monterrey|guadalajara'),
  AU: words('australia|sydney|melbourne|brisbane|perth'),
  JP: words('japan|tokyo|osaka'),
  KR: words('korea|seoul|busan'),
  TH: words('thailand|bangkok'),
  VN: words('vietnam|hanoi|ho chi minh'),
  ID: words('indonesia|jakarta|surabaya'),
};

function words(list: string): string[] {
  return list.split('|');
}
