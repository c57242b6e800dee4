// Lines of cards and badges that are neither a person, nor a company, nor a title.

/** Parts of postal addresses. */
export const LATIN_ADDRESS =
  /\b(p\.?\s?o\.?\s?box|street|st\.|road|rd\b|avenue|ave\b|boulevard|blvd|lane|suite|floor|fl\.|unit|building|bldg|tower|plaza|district|zone|city centre|block|plot|room|rm\b|gate|highway|hwy|province|postcode|zip|no\.\s?\d|business bay|office \d|warehouse \d|house|strasse|straße|via|calle|rue|industrial (area|city|estate|park)|free zone|address|add\s?[.:])/i;
export const HAN_ADDRESS =
  /(省|市.{0,12}(区|路|街|镇|县)|[区县].{0,10}(路|街|道|号|镇)|路|街道?\s*\d|\d\s*[号楼室层栋座]|大厦|广场\d|工业园|产业园|科技园|地址|邮编|址\s*[:：])/;
export const ARABIC_ADDRESS =
  /(شارع|طريق|حي |مبني|برج|طابق|ص\s?\.?\s?ب|صندوق|منطقه|المنطقه|بناي|العنوان|شقه|مكتب \d|رقم|الحي|مدينه)/;

/** Events, the largest print on many badges. */
export const LATIN_EVENT =
  /\b(expo|exhibition|fair|summit|conference|congress|forum|convention|trade ?show|show|symposium|festival|week|biennale|salon|messe|meetup|hackathon|awards|gitex|world trade cent(re|er)|exhibition cent(re|er)|convention cent(re|er)|edition|20[1-4]\d)\b/i;
export const HAN_EVENT =
  /(博览会|博覽會|展览会|展覽會|展览|交易会|交易會|大会|大會|峰会|峰會|论坛|論壇|年会|展会|展會|广交会|展$|会展|国际展|展销会|洽谈会|研讨会|20[1-4]\d|届)/;
/** Venues of events: no firm that a visitor comes from. */
export const HAN_VENUE = /(会展|會展|展览|展覽|博览|博覽|会议|會議)中心/;
export const ARABIC_EVENT = /(معرض|مؤتمر|موتمر|قمه|ملتقي|منتدي|مهرجان|ندوه|اسبوع|فعاليه|20[1-4]\d)/;

/** The category of wearer that a badge names: 'VISITOR', '参展商', 'زائر'. */
export const CATEGORY =
  /^(vip|visitor|trade visitor|exhibitor|speaker|delegate|press|media|organi[sz]er|staff|crew|guest|attendee|participant|buyer|hosted buyer|sponsor|student|contractor|day pass|full pass|all access|entrance pass|entry pass|pass|badge|admit one|conference pass|观众|觀眾|专业观众|参展商|參展商|参展|嘉宾|演讲嘉宾|媒体|记者证|采购商|买家|工作人员|志愿者|组委会|代表证|入场证|参观证|贵宾|زائر|عارض|مشارك|متحدث|ضيف|ضيف شرف|منظم|إعلامي|اعلامي|صحافه|صحافة|مندوب مشارك|كبار الشخصيات|وفد|راعي|مشتري مستضاف|بطاقة دخول)$/i;

/** Dates, times, halls and booth numbers. */
export const LOGISTICS =
  /(\b\d{1,2}\s?[-–]\s?\d{1,2}\s+\p{L}+|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b.*\d|\b(hall|booth|stand|pavilion|badge (no|id)|seat|table|scan)\b|展位|展台|展馆|号馆|月\s*\d{1,2}|\d\s*月|\d\s*日|جناح|قاعه|يناير|فبراير|مارس|ابريل|مايو|يونيو|يوليو|اغسطس|سبتمبر|اكتوبر|نوفمبر|ديسمبر)/iu;
