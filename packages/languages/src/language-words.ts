/**
 * The little words by which languages of one script are told apart, and letters that few of them have. Written as they stand
 * in lower case, accents kept. A word that several languages share counts for each of them, less.
 */
const words: Readonly<Record<string, string>> = {
  en: 'the a an and or of to in is are was were be been do does did done how what when where who why which can could would should will my your our their his her this that these those i you we they he she it not with for from on at by have has had there any about please thanks thank hello if get want need am me just know some much many after before into as per over come met data so no yes up out only more than then too now here anyone also been being us its off over',
  de: 'der die das den dem des ein eine einen einem einer und oder ist sind war waren sein nicht kein keine ich du er sie wir ihr mein meine meinen meiner dein deine euer wie was wann wo warum wer welche welcher welches kann können könnte muss müssen möchte will wird werden hat haben habe mit für von zu zum zur auf aus bei nach über unter auch noch nur schon bitte danke es gibt im am wenn dass sich mich mir hallo guten gerne geht heute wieder vielen',
  fr: 'le la les un une des du de et ou est sont était être je tu il elle nous vous ils elles mon ma mes votre vos notre nos ce cette ces que qui quoi quand où comment pourquoi combien quel quelle quels puis peut peux pouvez voudrais avez avoir ai avec pour dans sur par pas ne très aussi bonjour merci salut au aux est-ce y en faire fait suis mais',
  es: 'el la los las un una unos unas de del y o es son era ser está están estoy estar yo tú usted nosotros mi mis tu su sus qué que cómo como cuándo cuando dónde donde por quién cuál cuánto cuánta cuánto puedo puede pueden quiero tengo tiene hay con para sin sobre no muy más también hola gracias buenos buenas al lo le me se si hacer esta este esto pero ya días cuántos cuántas años tienes tienen a cuesta hace',
  pt: 'o a os as um uma uns umas de do da dos das e ou é são era ser está estão estou eu você vocês nós meu minha meus minhas seu sua que qual quais como quando onde por quem quanto posso pode podem quero tenho tem há com para sem sobre não muito mais também olá obrigado obrigada bom dia boa no na nos nas em ao pelo pela isso este esta mas já fazer oi tudo vocês quantos quantas custa',
  it: 'il lo la i gli le un uno una di del della dei delle e o è sono era essere sto sta io tu lei noi voi mio mia miei mie tuo suo sua che cosa come quando dove perché chi quale quali quanto posso può possono vorrei ho ha hai hanno con per senza su non molto più anche ciao grazie buongiorno buonasera al alla nel nella da dal si mi se questo questa ma già fare siete quanti quante costa',
  nl: 'de het een en of is zijn was waren ben niet geen ik jij je hij zij wij jullie mijn jouw uw onze ons hoe wat wanneer waar waarom wie welke kan kunnen kunt moet wil wilt zou heeft hebben heb met voor van te naar op uit bij over onder ook nog maar al alstublieft bedankt hallo dank dat dit deze die er als aan om u mij goedemorgen goedendag dag',
  sv: 'en ett den det de och eller är var vara inte ingen jag du han hon vi ni min mitt mina din ditt er hur vad när var varför vem vilken vilka kan kunde måste vill skulle har hade med för från till på av om som att också bara tack hej snälla finns ska mig dig sig man få får göra',
  da: 'en et den det de og eller er var være ikke ingen jeg du han hun vi min mit mine din dit jeres hvordan hvad hvornår hvor hvorfor hvem hvilken kan kunne skal vil ville har havde med for fra til på af om som at også kun tak hej venligst der mig dig sig man få får gøre blive',
  no: 'en et ei den det de og eller er var være ikke ingen jeg du han hun vi dere min mitt mine din ditt hvordan hva når hvor hvorfor hvem hvilken kan kunne må vil ville har hadde med for fra til på av om som at også bare takk hei finnes skal meg deg seg man få får gjøre bli',
  fi: 'ja tai on ovat oli olla ei en minä sinä hän me te he minun sinun teidän miten mitä milloin missä miksi kuka mikä voiko voinko voin voi täytyy haluan onko kanssa ilman myös vain kiitos hei moi se tämä tuo että jos kun niin mutta mistä paljonko',
  pl: 'i lub albo jest są był była być nie ja ty on ona my wy oni mój moja moje twój jak co kiedy gdzie dlaczego kto który która ile mogę może można chcę mam ma mieć z ze za do od na w we po dla bez o się to ten ta te czy też tylko proszę dziękuję dzień dobry cześć już jeśli przez moja mój który o której są mój moge czy',
  cs: 'a nebo je jsou byl být není ne já ty on ona my vy můj moje moji váš jak co kdy kde proč kdo který která kolik mohu můžu může lze chci mám má mít s se z ze do od na v ve po bez o si to ten ta tento také jen prosím děkuji dobrý den ahoj už jestli když že',
  ro: 'și sau este sunt era fi nu eu tu el ea noi voi ei meu mea mei mele dumneavoastră cum ce când unde de cine care cât pot poate vreau am are aveți cu pentru fără la în din pe despre un o foarte mai și mulțumesc bună ziua salut să că dacă se îmi mi vă acest această',
  hu: 'a az egy és vagy van vannak volt lenni nem én te ő mi ti ők hogyan hogy mi mit mikor hol miért ki melyik mennyi tudok lehet szeretnék kell kérem köszönöm szia jó napot nap ez ezt csak is de ha meg már még nincs',
  tr: 've veya bir bu şu o ben sen biz siz onlar benim senin nasıl ne zaman nerede neden kim hangi kaç var yok mı mi mu mü değil için ile de da gibi çok daha lütfen teşekkürler teşekkür ederim merhaba selam istiyorum olarak ama kadar sonra günaydın iyi eder misiniz',
  vi: 'và hoặc là có không tôi bạn chúng của như thế nào gì khi ở đâu tại sao ai bao nhiêu được cho với từ này đó một những các rất cũng xin cảm ơn chào muốn cần thể làm sao để trong',
  id: 'dan atau adalah ini itu yang saya anda kamu kami kita mereka bagaimana apa kapan di mana mengapa kenapa siapa berapa bisa dapat mau ingin ada tidak bukan dengan untuk dari ke pada juga terima kasih halo selamat tolong saja sudah belum apakah cara',
  ru: 'и или в на с по из от до для не я ты вы он она мы они мой моя мои мне меня вам вас ваш как что когда где почему кто какой какая какие сколько можно могу может есть был была это этот эта если же бы ли спасибо здравствуйте привет пожалуйста нужно хочу у за но а чтобы добрый день',
  uk: 'і й або в у на з із по від до для не я ти ви він вона ми вони мій моя мої мені мене вам вас ваш як що коли де чому хто який яка які скільки можна можу може є був була це цей ця якщо ж би чи дякую вітаю привіт будь ласка потрібно хочу за але а щоб добрий день',
  bg: 'и или в на с от до за не аз ти вие той тя ние те моят моята как какво кога къде защо кой коя колко мога може има беше това този тази ако ли благодаря здравейте здравей моля трябва искам но да се ще съм е са',
  sr: 'и или у на с са од до за не ја ти ви он она ми они мој моја како шта када где зашто ко који која колико могу може има је сам су ово тај ако ли хвала здраво молим треба желим али да се ће',
  ar: 'في من على إلى عن مع هل ما ماذا متى أين كيف لماذا كم هذا هذه ذلك التي الذي أنا أنت نحن هو هي لا لم لن أن إن كان يمكن يمكنني أريد شكرا شكراً مرحبا السلام عليكم أو و لي لكم',
  fa: 'در از به با که را این آن است هست نیست من تو شما او ما آنها چگونه چطور چه کی کجا چرا چند آیا می برای تا هم یا و ممنون سلام لطفا خواهم توانم دارم دارد کنم',
  ur: 'میں سے کو پر ہے ہیں تھا کیا کیسے کب کہاں کیوں کون کتنا یہ وہ آپ ہم نہیں اور یا کا کی کے نے شکریہ سلام براہ چاہتا سکتا ہوں',
}

const letters: Readonly<Record<string, string>> = {
  ß: 'de',
  ä: 'de sv fi',
  ö: 'de sv fi tr hu',
  ü: 'de tr hu',
  ñ: 'es',
  '¿': 'es',
  '¡': 'es',
  ã: 'pt',
  õ: 'pt',
  ç: 'fr pt tr',
  œ: 'fr',
  è: 'fr it',
  ê: 'fr pt vi',
  î: 'fr ro',
  ò: 'it',
  ì: 'it',
  å: 'sv da no',
  ø: 'da no',
  æ: 'da no',
  ł: 'pl',
  ą: 'pl',
  ę: 'pl',
  ś: 'pl',
  ż: 'pl',
  ź: 'pl',
  ć: 'pl',
  ř: 'cs',
  ě: 'cs',
  ů: 'cs',
  č: 'cs',
  ž: 'cs',
  ă: 'ro vi',
  ș: 'ro',
  ț: 'ro',
  ş: 'tr ro',
  ő: 'hu',
  ű: 'hu',
  ğ: 'tr',
  ı: 'tr',
  đ: 'vi',
  ơ: 'vi',
  ư: 'vi',
  ạ: 'vi',
  ả: 'vi',
  ế: 'vi',
  ệ: 'vi',
  ộ: 'vi',
  ợ: 'vi',
  ữ: 'vi',
  і: 'uk',
  ї: 'uk',
  є: 'uk',
  ґ: 'uk',
  ы: 'ru',
  э: 'ru',
  ё: 'ru',
  ъ: 'bg',
  ђ: 'sr',
  ј: 'sr',
  љ: 'sr',
  њ: 'sr',
  ћ: 'sr',
  џ: 'sr',
  ة: 'ar',
  ي: 'ar',
  ك: 'ar',
  گ: 'fa ur',
  پ: 'fa ur',
  چ: 'fa ur',
  ژ: 'fa',
  ی: 'fa ur',
  ک: 'fa ur',
  ے: 'ur',
  ں: 'ur',
  ٹ: 'ur',
  ڈ: 'ur',
}

/**
 * What people ask a help desk about, often in two or three words without a little one among them. Only words that are at
 * home in one of these languages.
 */
const deskWords: Readonly<Record<string, string>> = {
  en: 'delivery shipping shipment parcel order orders refund refunds return returns invoice password forgot account opening hours cancel track tracking broken arrived price payment warranty login size voucher download broken missing possible month item items sale store size late status plan pickup declined expired',
  de: 'lange dauert kostet kosten lieferung lieferzeit versand versandkosten bestellung bestellen paket rechnung rückgabe rücksendung umtausch erstattung passwort vergessen konto öffnungszeiten geöffnet möglich kaputt angekommen herunterladen verfolgen stornieren storniere gutschein zahlung bezahlen garantie größe anmelden hilfe preis teuer storno fehlt falsche falsch bestellt komme kommt klein öffnet repariert',
  nl: 'duurt levering bezorging verzending verzendkosten bestelling bestellen pakket factuur retourneren terugbetaling wachtwoord vergeten openingstijden kapot aangekomen annuleren betalen betaling garantie maat inloggen prijs hulp werkt komt kost klein winkel retour',
  fr: 'livraison délai colis commande facture remboursement retourner oublié mot passe horaires ouverture frais annuler paiement payer garantie taille compte connexion cassé arrivé suivi livrez prix aide coute coûte marche trop petit svp ouvert ouverts magasin échanger',
  es: 'entrega envío envíos paquete pedido factura reembolso devolución devoluciones contraseña olvidé horario apertura gastos cancelar pago pagar garantía talla cuenta tiempo roto llegado seguimiento enviar precio cuesta abren abre tienda llega funciona ayuda talla devolver arreglan reparación trabajo domingo venden',
  pt: 'prazo encomenda pedido fatura reembolso devolução senha esqueci horário funcionamento frete pagamento garantia tamanho conta rastrear cancelamento envio custa preço ajuda funciona loja entregam entrega demora consertam trocar abre',
  it: 'consegna spedizione pacco ordine fattura rimborso reso dimenticata dimenticato orari apertura spese annullare pagamento pagare garanzia taglia tempi arrivato rotto tracciare prezzo costa aiuto arriva funziona troppo piccolo aperti aperto negozio riparate',
  pl: 'kosztuje paczka paczkę wysyłki wysyłka dostawy dostawa pomoc cena działa koszt zapłacić zamówienie zwrot zwrócić otwieracie',
  tr: 'sipariş siparişim fiyat fiyatı yardım iade gelir kargo çalışmıyor ödeme fatura şifre',
}

/** Accents are often left out; a shorter word without them would be a word of another language. */
const WITHOUT_ACCENTS_CHARS = 4

export const littleWords: ReadonlyMap<string, readonly string[]> = byWord()
export const letterEvidence: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(letters).map(([letter, languages]) => [letter, languages.split(' ')]),
)

function byWord(): Map<string, string[]> {
  const all = new Map<string, string[]>()
  for (const [language, list] of Object.entries(words)) {
    const together = `${list} ${deskWords[language] ?? ''}`.trim()
    for (const word of new Set(together.normalize('NFC').split(' ').flatMap(asWritten))) {
      const known = all.get(word)
      if (known) known.push(language)
      else all.set(word, [language])
    }
  }
  return all
}

function asWritten(word: string): readonly string[] {
  const plain = word
    .normalize('NFD')
    .replace(/(?<=\p{sc=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
  return plain === word || plain.length < WITHOUT_ACCENTS_CHARS ? [word] : [word, plain]
}
