import { companies, type Halves, list, pairs } from './stock.ts';

/** People with cards in Arabic, some with English beside it. */
export const ARABIC: Halves = {
  tuning: {
    given: pairs(
      'سعيد|Saeed; منى|Mona; عبدالرحمن|Abdulrahman; هند|Hind; طارق|Tariq; ريم|Reem; ماجد|Majid; نورة|Noura; بدر|Bader; سلمى|Salma; زياد|Ziad; عائشة|Aisha',
    ),
    family: pairs(
      'الكعبي|Al Kaabi; الشمري|Al Shammari; بن راشد|bin Rashid; الحربي|Al Harbi; النجار|Al Najjar; العبدالله|Al Abdullah; درويش|Darwish; الغامدي|Al Ghamdi; حداد|Haddad; المرزوقي|Al Marzouqi',
    ),
    companies: companies(
      'شركة الواحة للصناعات الغذائية|Al Waha Food Industries|alwahafood.ae; مؤسسة البناء الحديث|Modern Build Establishment|modernbuild.sa; مجموعة الصقر للاستثمار|Al Saqr Investment Group|saqrgroup.com.kw; ' +
        'مصنع النخيل للبلاستيك|Al Nakheel Plastics Factory|nakheelplast.com; دار الفنون للطباعة والنشر|Dar Al Funoon Publishing|darfunoon.com.lb; شركة الأفق لتقنية المعلومات|Ofoq Information Technology LLC|ofoq-it.com; ' +
        'شركة زهرة للعطور|Zahra Perfumes LLC|zahraperfumes.ae; مكتب العدالة للاستشارات القانونية|Adala Legal Consultants|adalalegal.qa',
    ),
    titles: pairs(
      'مدير التسويق|Marketing Manager; رئيس مجلس الإدارة|Chairman; مهندس مبيعات|Sales Engineer; مديرة الموارد البشرية|HR Manager; نائب المدير العام|Deputy General Manager; مستشار قانوني|Legal Advisor; مسؤول المشتريات|Procurement Officer; محاسب أول|Senior Accountant',
    ),
    addresses: list(
      'شارع الشيخ زايد، دبي; طريق الملك فهد، الرياض; المنطقة الصناعية، الدوحة; شارع فهد السالم، الكويت; برج البحر، المنامة',
    ),
    slogans: list('الجودة عنواننا; ; ; '),
    events: pairs(
      'معرض الخليج للأغذية|Gulf Food Fair 2026; مؤتمر دبي للتقنية|Dubai Technology Conference 2026; ملتقى الاستثمار العربي|Arab Investment Forum',
    ),
  },
  unseen: {
    given: pairs(
      'راشد|Rashid; لطيفة|Latifa; عبدالعزيز|Abdulaziz; دانة|Dana; وليد|Waleed; أمل|Amal; نايف|Naif; شيخة|Shaikha; فهد|Fahad; رانيا|Rania; سامر|Samer; خديجة|Khadija',
    ),
    family: pairs(
      'النعيمي|Al Nuaimi; العتيبي|Al Otaibi; بن سلطان|bin Sultan; الدوسري|Al Dosari; الصباغ|Al Sabbagh; الخطيب|Al Khatib; منصور|Mansour; الزعابي|Al Zaabi; شاهين|Shaheen; الهاشمي|Al Hashimi',
    ),
    companies: companies(
      'شركة السنابل للمخابز|Sanabel Bakeries|sanabelbakeries.ae; مؤسسة الركن للمقاولات العامة|Al Rukn General Contracting|alrukn.sa; مجموعة اللؤلؤة القابضة|Lulua Holding Group|luluagroup.com.kw; ' +
        'مصنع الشرق للسجاد|Al Sharq Carpets Factory|sharqcarpets.com; دار المعرفة للتدريب|Dar Al Maarifa Training|darmaarifa.com.lb; شركة المسار للحلول الذكية|Masar Smart Solutions LLC|masar-smart.com; ' +
        'شركة ياسمين لمستحضرات التجميل|Yasmin Cosmetics LLC|yasmincosmetics.ae; مكتب الأمانة لتدقيق الحسابات|Amana Auditing|amana-audit.qa',
    ),
    titles: pairs(
      'مدير العمليات|Operations Manager; الرئيس التنفيذي|Chief Executive Officer; مهندسة مشاريع|Projects Engineer; مدير العلاقات العامة|Public Relations Manager; رئيس قسم المبيعات|Head of Sales; خبير جودة|Quality Expert; ممثل مبيعات|Sales Representative; مدير مالي|Financial Manager',
    ),
    addresses: list(
      'شارع المطار، الشارقة; طريق الأمير سلطان، جدة; شارع الكورنيش، الدوحة; حي السالمية، الكويت; شارع المعارض، المنامة',
    ),
    slogans: list('نصنع الفرق; ; ; '),
    events: pairs(
      'معرض الرياض للبناء|Riyadh Build Expo 2026; قمة الطاقة النظيفة|Clean Energy Summit 2026; منتدى جدة للضيافة|Jeddah Hospitality Forum',
    ),
  },
};
