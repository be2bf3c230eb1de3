/** Questions in many languages find their pair: inflected, misspelled, as keywords, and in other words of the same kind. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BaseIndex } from '../src/index/base-index.ts'
import { rank } from '../src/rank/rank.ts'

/** Each stored question with what else people write for it. */
const bases: Record<string, Record<string, readonly string[]>> = {
  Spanish: {
    '¿Cómo puedo devolver un pedido?': [
      'devolucion de pedidos',
      'quiero devolver lo que pedi',
      'devolber pedido',
    ],
    '¿Cuánto cuesta el envío?': ['precio del envio', 'costo de envíos', 'cuanto questa el enbio'],
    '¿Dónde está mi factura?': ['no encuentro la factura', 'facturas', 'nesesito mi factrua'],
    '¿Cómo cambio mi contraseña?': ['cambiar contraseña', 'he olvidado la contrasena', 'canbiar contraseñas'],
    '¿Qué métodos de pago aceptan?': ['se puede pagar con tarjeta? metodos', 'formas de pago', 'metodo pago'],
  },
  German: {
    'Wie kann ich eine Bestellung zurückgeben?': [
      'Bestellungen zurückgeben',
      'zurueckgeben bestellung',
      'Bestelung zurückgebn',
    ],
    'Was kosten Versand und Lieferung?': ['Versandkosten', 'Kosten der Lieferung', 'was kostet der versannd'],
    'Wo finde ich meine Rechnung?': ['Rechnungen finden', 'ich brauche die Rechnung', 'rechnug finden'],
    'Wie ändere ich mein Passwort?': ['Passwort ändern', 'passwort geändert', 'Pasword ändern'],
    'Welche Zahlungsarten gibt es?': ['Zahlungsart', 'welche Zahlungsmethoden', 'zahlungs arten'],
  },
  French: {
    'Comment retourner une commande ?': [
      'retour de ma commande',
      'je veux retourner mes commandes',
      'retouner comande',
    ],
    'Combien coûte la livraison ?': ['cout de livraison', 'prix des livraisons', 'combien coute la livrason'],
    'Où se trouve ma facture ?': ['mes factures', 'je ne trouve pas la facture', 'factrue'],
    'Comment changer mon mot de passe ?': [
      'mot de passe oublié',
      'changement de mot de passe',
      'changer mots de pase',
    ],
    'Quels moyens de paiement acceptez-vous ?': [
      'moyen de paiement',
      'payer: quels moyens',
      'moyens de payement',
    ],
  },
  Japanese: {
    '返品はできますか？': ['商品を返品したい', '返品方法', '返品について教えて'],
    '送料はいくらですか？': ['送料', '送料を知りたいのですが', '配送の送料はかかりますか'],
    '領収書は発行できますか？': ['領収書がほしい', '領収書の発行', '領収書をください'],
    パスワードを変更したい: ['パスワード変更', 'パスワードを忘れました', 'パスワードの変え方'],
    支払い方法を教えてください: ['支払方法', 'お支払いはどうすれば', '支払いにカードは使えますか'],
  },
  Chinese: {
    '怎么申请退货？': ['我想退货', '退货流程', '请问如何退货'],
    '运费是多少？': ['运费', '运费怎么算', '需要付运费吗'],
    '怎么开发票？': ['我要发票', '发票在哪里开', '能开电子发票吗'],
    '如何修改密码？': ['忘记密码', '密码怎么改', '修改登录密码'],
    '支持哪些付款方式？': ['付款方式', '可以用微信付款吗', '怎么付款'],
  },
  Korean: {
    '반품은 어떻게 하나요?': ['반품 방법', '반품이 가능한가요'],
    '배송비는 얼마인가요?': ['배송비', '배송비가 있나요', '배송비를 알고 싶어요'],
    '비밀번호를 변경하고 싶어요': ['비밀번호 변경', '비밀번호를 잊었어요', '비밀번호 바꾸기'],
    '결제 방법은 무엇이 있나요?': ['결제방법', '카드 결제', '결제는 어떻게'],
  },
  Russian: {
    'Как вернуть заказ?': ['возврат заказа', 'хочу вернуть заказанное', 'вернуть зоказ'],
    'Сколько стоит доставка?': ['стоимость доставки', 'цена доставки', 'доставку оплачивать?'],
    'Где найти счёт?': ['мне нужен счет', 'нет счёта', 'счета'],
    'Как изменить пароль?': ['забыл пароль', 'смена пароля', 'паролей'],
    'Какие способы оплаты вы принимаете?': ['оплата картой: способ', 'способом оплаты', 'оплатить'],
  },
  Greek: {
    'Πώς επιστρέφω μια παραγγελία;': [
      'επιστροφη παραγγελιας',
      'ΕΠΙΣΤΡΟΦΗ ΠΑΡΑΓΓΕΛΙΩΝ',
      'παραγγελίες επιστροφές',
    ],
    'Πόσο κοστίζει η αποστολή;': ['κοστος αποστολης', 'έξοδα αποστολών', 'αποστολη'],
    'Πού είναι το τιμολόγιο;': ['τιμολογιο', 'τιμολόγια', 'χρειάζομαι τιμολόγιο'],
    'Πώς αλλάζω τον κωδικό μου;': ['αλλαγη κωδικου', 'ξέχασα τον κωδικό', 'κωδικός'],
  },
  Arabic: {
    'كيف يمكنني إرجاع الطلب؟': ['ارجاع طلب', 'إرجاعُ الطَّلبات', 'اريد ارجاع طلبي'],
    'كم تكلفة الشحن؟': ['تكلفه الشحن', 'تكاليف شحن', 'والشحن كم تكلفته'],
    'أين أجد الفاتورة؟': ['فاتورة', 'الفاتوره', 'فواتير: اين الفاتورة'],
    'كيف أغير كلمة المرور؟': ['كلمه مرور', 'نسيت كلمة المرور', 'اغير كلمة مروري'],
  },
  Hindi: {
    'मैं ऑर्डर कैसे वापस करूँ?': ['ऑर्डर वापसी', 'ऑर्डरों को वापस करना', 'आर्डर वापस'],
    'डिलीवरी का शुल्क कितना है?': ['डिलीवरी शुल्क', 'शुल्कों के बारे में', 'डिलीवरी'],
    'मेरा पासवर्ड कैसे बदलें?': ['पासवर्ड बदलना', 'पासवर्ड भूल गया', 'पासवर्डों'],
  },
  Thai: {
    คืนสินค้าได้อย่างไร: ['อยากคืนสินค้า', 'การคืนสินค้า', 'ขอคืนสินค้า'],
    ค่าจัดส่งเท่าไร: ['ค่าจัดส่ง', 'ค่าจัดส่งกี่บาท', 'คิดค่าจัดส่งไหม'],
    เปลี่ยนรหัสผ่านอย่างไร: ['ลืมรหัสผ่าน', 'เปลี่ยนรหัสผ่าน', 'รหัสผ่าน'],
    ชำระเงินด้วยวิธีใดได้บ้าง: ['วิธีชำระเงิน', 'ชำระเงิน', 'ชำระเงินด้วยบัตร'],
  },
}

for (const [language, pairs] of Object.entries(bases)) {
  test(`${language}: what people write finds the right pair first`, () => {
    const index = new BaseIndex()
    const part = index.openPart('document', 'revision')
    const stored = Object.keys(pairs)
    for (const [i, question] of stored.entries()) index.addPair(i, question, `${i}`, [])
    part.live = true
    const missed = Object.values(pairs).flatMap((asked, wanted) =>
      asked.filter((text) => rank(index, text, { limit: 3 }).found[0]?.ordinal !== wanted),
    )
    assert.deepEqual(missed, [])
  })
}
