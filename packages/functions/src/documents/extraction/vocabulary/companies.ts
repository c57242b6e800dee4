// Words by which a text is known as a company's name. Latin and Arabic ones as search keys.

/** Legal forms and what ends a name only of companies. */
export const LATIN_LEGAL_FORMS: ReadonlySet<string> = set(`
llc ltd limited inc incorporated corp corporation co company plc gmbh ag kg ohg ug sarl sas sa srl spa bv nv ab as oy oyj aps
pvt pte pty sdn bhd fze fzco fzc fzllc wll psc pjsc jsc ojsc ooo zao sae kk llp lp sro s.r.o doo sp zoo gbr eurl est lda ltda cv dmcc saoc saog bsc
kft nyrt ead eood tbk pt`);

/** Words in firms' names and trades. */
export const LATIN_COMPANY_WORDS: ReadonlySet<string> = set(`
group holding holdings industries industrial trading traders trade enterprises enterprise technologies technology tech solutions systems
logistics shipping freight exports export imports manufacturing manufacturers machinery machines electronics electric electrical
international global factory works mills textiles textile garments fashion foods food beverages farms agro pharma pharmaceuticals medical
healthcare labs laboratories instruments robotics automation software analytics digital media studio studios interiors furniture
ceramics plastics polymers packaging chemicals chemical petroleum oil gas energy solar power steel metals metal aluminium aluminum
mining construction contracting contractors builders building materials engineering consulting consultants consultancy partners associates
advisory capital ventures investments investment finance financial bank insurance payments properties realty estate developers
hospitality hotels hotel travel tourism tours airlines aviation aerospace motors automotive auto tyres parts tools equipment supplies supply
services agency advertising marketing printing press publishing education academy institute university college school foundation
association council chamber authority ministry cosmetics beauty jewellery jewelry perfumes crafts toys sports optics lighting cables
network networks telecom communications security data cloud water environmental recycling coffee tea dates bakery kitchen
glass paper wood timber stone marble tiles leather fabrics yarn carpets rugs market markets retail stores wholesale distribution
biotech bio sciences diagnostics devices dental clinic hospital brands collective law legal legalservices design designs architects
marine ports cargo express courier dynamics innovations ventures`);

/** Endings of Chinese companies. */
export const HAN_COMPANY_ENDINGS: readonly string[] = list(`
有限公司 有限责任公司 有限責任公司 股份公司 公司 集团 集團 工厂 工廠 工艺品厂 厂 廠 商行 贸易行 事务所 事務所 工作室 研究院 研究所 设计院 银行 銀行 大学 大學 学院 医院 醫院
协会 協會 商会 商會 中心 门市部 经营部 经销部 店 商城 商场 酒店 合作社 实业 實業 企业 企業 科技 控股 传媒 股份 俱乐部 基金会 出版社 报社 分公司 办事处 旗舰店 农场 农庄 茶庄 酒庄`);

/** Arabic words that open or close a company's name; as search keys. */
export const ARABIC_COMPANY_WORDS: ReadonlySet<string> = set(`
شركه مؤسسه موسسه مجموعه مكتب مصنع مصانع دار بنك مصرف معهد جامعه مستشفي مركز وكاله اكاديميه جمعيه هيئه غرفه وزاره متجر معرض-تجاري
مطبعه مزرعه مزارع عياده صيدليه-تجاريه استوديو شركاه قابضه القابضه محدوده المحدوده ذ.م.م ش.م.م ش.م.ع للتجاره للمقاولات للاستثمار للصناعه للصناعات للتقنيه
للتكنولوجيا للمنسوجات للخدمات للاستشارات للمحاماه للسياحه للسفر للشحن للنقل للتطوير للطاقه للاغذيه للتوريدات للمستلزمات للتسويق للاعلان
للهندسه للانشاءات للعقارات للتامين للادويه للاثاث للالكترونيات للبرمجيات للانظمه للمعدات للتعبئه للتغليف للطباعه للعطور للذهب للمجوهرات
لمواد البناء الصناعيه التجاريه الدوليه العالميه الهندسيه الطبيه المتحده والتجاره للتمور للحلول للحلويات للمخابز للزراعه للسجاد للرخام للالومنيوم للبلاستيك
للكهرباء للاتصالات للامن للتدريب للديكور للتصميم للوجستيات اللوجستيه للملابس للازياء للسيارات للمياه وشركاه واولاده اخوان`);

/** The first word of a company's name in Arabic. */
export const ARABIC_COMPANY_OPENERS: ReadonlySet<string> = set(
  'شركه مؤسسه موسسه مجموعه مكتب مصنع مصانع دار بنك مصرف معهد جامعه مستشفي مركز وكاله اكاديميه جمعيه هيئه غرفه وزاره متجر مطبعه مزرعه مزارع عياده استوديو مخابز مطاعم فنادق',
);

/** Mail providers: the part after the @ is no company's name. */
export const FREE_MAIL =
  /(^|\.)(gmail|googlemail|yahoo|ymail|hotmail|outlook|live|msn|icloud|me|aol|gmx|web|mail|proton|protonmail|qq|163|126|sina|sohu|foxmail|aliyun|yandex|zoho)\.[a-z.]+$/i;

function list(text: string): string[] {
  return text.trim().split(/\s+/);
}

function set(text: string): Set<string> {
  return new Set(list(text));
}
