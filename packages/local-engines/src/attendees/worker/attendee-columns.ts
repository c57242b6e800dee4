import { searchKey } from '@dragoman/domain/search-text';

/** What a column of a list can hold. */
export type AttendeeColumn =
  | 'badge'
  | 'name'
  | 'given'
  | 'family'
  | 'company'
  | 'designation'
  | 'email'
  | 'phone';

/** Names of columns in English, Chinese and Arabic; the first one that a header has is taken. */
const NAMES: Record<AttendeeColumn, readonly string[]> = {
  badge: [
    ...['badge id', 'badge number', 'badge no', 'badge code', 'badge'],
    ...['barcode', 'qr code', 'registration id', 'registration number', 'registration no', 'reg id'],
    ...['attendee id', 'visitor id', 'participant id', 'ticket id', 'ticket number', 'code', 'id'],
    ...['胸卡号', '胸卡编号', '胸牌号', '胸牌编号', '参观证号', '入场证号', '条形码', '条码', '二维码'],
    ...['登记号', '注册号', '报名编号', '观众编号', '编号'],
    ...[
      'رقم الشارة',
      'رقم شارة الدخول',
      'معرف الشارة',
      'رمز الشارة',
      'الشارة',
      'رقم البطاقة',
      'معرف البطاقة',
      'الباركود',
      'الرمز الشريطي',
    ],
    ...['رقم التسجيل', 'رقم الزائر', 'رقم المشارك', 'المعرف', 'معرف'],
  ],
  name: [
    ...['name', 'full name', 'attendee name', 'visitor name', 'participant name', 'contact name', 'attendee'],
    ...['姓名', '全名', '观众姓名', '参会人姓名', '联系人', '名称'],
    ...['الاسم', 'الاسم الكامل', 'اسم الزائر', 'اسم المشارك', 'اسم الحاضر'],
  ],
  given: ['first name', 'given name', 'forename', '名', '名字', 'الاسم الأول'],
  family: ['last name', 'family name', 'surname', '姓', '姓氏', 'اسم العائلة', 'الاسم الأخير', 'اللقب'],
  company: [
    ...['company', 'company name', 'organisation', 'organization', 'employer', 'firm'],
    ...['公司', '公司名称', '单位', '单位名称', '企业', '企业名称', '机构'],
    ...['الشركة', 'اسم الشركة', 'المؤسسة', 'الجهة', 'جهة العمل'],
  ],
  designation: [
    ...['job title', 'position', 'designation', 'job', 'role', 'title'],
    ...['职位', '职务', '头衔', '岗位'],
    ...['المسمى الوظيفي', 'المنصب', 'الوظيفة'],
  ],
  email: [
    ...['email', 'email address', 'mail'],
    ...['邮箱', '电子邮箱', '电子邮件', '邮箱地址', '邮件'],
    ...['البريد الإلكتروني', 'البريد', 'الإيميل'],
  ],
  phone: [
    ...[
      'mobile',
      'mobile phone',
      'mobile number',
      'cell phone',
      'cell',
      'phone',
      'phone number',
      'telephone',
      'tel',
    ],
    ...['手机', '手机号', '手机号码', '移动电话', '电话', '联系电话', '电话号码'],
    ...['الجوال', 'رقم الجوال', 'الموبايل', 'رقم الموبايل', 'المحمول', 'الهاتف', 'رقم الهاتف'],
  ],
};

/** Letters and digits alone: `E-Mail`, `e mail` and `EMAIL` are one name. */
const key = (name: string) => searchKey(name).replace(/[^\p{L}\p{N}]/gu, '');

/**
 * @param header the first row of a list
 * @returns the place of each column that the header names
 */
export function attendeeColumns(header: readonly string[]): Partial<Record<AttendeeColumn, number>> {
  const keys = header.map(key);
  const found: Partial<Record<AttendeeColumn, number>> = {};
  for (const [column, names] of Object.entries(NAMES)) {
    const place = names.map((name) => keys.indexOf(key(name))).find((at) => at >= 0);
    if (place !== undefined) found[column as AttendeeColumn] = place;
  }
  return found;
}
