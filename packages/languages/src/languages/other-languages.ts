/** Languages we do not speak: enough of each to tell it from ours, and to know which of its words say little. */
import type { Columns, KnownLanguage, Labels } from '../language.ts'

const letters: Readonly<Record<string, string>> = { sv: 'äöå', da: 'åøæ', no: 'åøæ', fi: 'äö', cs: 'řěůčž', ro: 'îășțş', hu: 'öüőű', vi: 'êăđơưạảếệộợữ', uk: 'іїєґ', bg: 'ъ', sr: 'ђјљњћџ', fa: 'گپچژیک', ur: 'گپچیکےںٹڈ' }

const littleWords: Readonly<Record<string, string>> = {
  sv: 'en ett den det de och eller är var vara inte ingen jag du han hon vi ni min mitt mina din ditt er hur vad när varför vem vilken vilka kan kunde måste vill skulle har hade med för från till på av om som att också bara tack hej snälla finns ska mig dig sig man få får göra',
  da: 'en et den det de og eller er var være ikke ingen jeg du han hun vi min mit mine din dit jeres hvordan hvad hvornår hvor hvorfor hvem hvilken kan kunne skal vil ville har havde med for fra til på af om som at også kun tak hej venligst der mig dig sig man få får gøre blive',
  no: 'en et ei den det de og eller er var være ikke ingen jeg du han hun vi dere min mitt mine din ditt hvordan hva når hvor hvorfor hvem hvilken kan kunne må vil ville har hadde med for fra til på av om som at også bare takk hei finnes skal meg deg seg man få får gjøre bli',
  fi: 'ja tai on ovat oli olla ei en minä sinä hän me te he minun sinun teidän miten mitä milloin missä miksi kuka mikä voiko voinko voin voi täytyy haluan onko kanssa ilman myös vain kiitos hei moi se tämä tuo että jos kun niin mutta mistä paljonko',
  cs: 'a nebo je jsou byl být není ne já ty on ona my vy můj moje moji váš jak co kdy kde proč kdo který která kolik mohu můžu může lze chci mám má mít s se z ze do od na v ve po bez o si to ten ta tento také jen prosím děkuji dobrý den ahoj už jestli když že',
  ro: 'și sau este sunt era fi nu eu tu el ea noi voi ei meu mea mei mele dumneavoastră cum ce când unde de cine care cât pot poate vreau am are aveți cu pentru fără la în din pe despre un o foarte mai mulțumesc bună ziua salut să că dacă se îmi mi vă acest această',
  hu: 'a az egy és vagy van vannak volt lenni nem én te ő mi ti ők hogyan hogy mit mikor hol miért ki melyik mennyi tudok lehet szeretnék kell kérem köszönöm szia jó napot nap ez ezt csak is de ha meg már még nincs',
  vi: 'và hoặc là có không tôi bạn chúng của như thế nào gì khi ở đâu tại sao ai bao nhiêu được cho với từ này đó một những các rất cũng xin cảm ơn chào muốn cần thể làm để trong',
  id: 'dan atau adalah ini itu yang saya anda kamu kami kita mereka bagaimana apa kapan di mana mengapa kenapa siapa berapa bisa dapat mau ingin ada tidak bukan dengan untuk dari ke pada juga terima kasih halo selamat tolong saja sudah belum apakah cara',
  uk: 'і й або в у на з із по від до для не я ти ви він вона ми вони мій моя мої мені мене вам вас ваш як що коли де чому хто який яка які скільки можна можу може є був була це цей ця якщо ж би чи дякую вітаю привіт будь ласка потрібно хочу за але а щоб добрий день',
  bg: 'и или в на с от до за не аз ти вие той тя ние те моят моята как какво кога къде защо кой коя колко мога може има беше това този тази ако ли благодаря здравейте здравей моля трябва искам но да се ще съм е са',
  sr: 'и или у на с са од до за не ја ти ви он она ми они мој моја како шта када где зашто ко који која колико могу може има је сам су ово тај ако ли хвала здраво молим треба желим али да се ће',
  fa: 'در از به با که را این آن است هست نیست من تو شما او ما آنها چگونه چطور چه کی کجا چرا چند آیا می برای تا هم یا و ممنون سلام لطفا خواهم توانم دارم دارد کنم',
  ur: 'میں سے کو پر ہے ہیں تھا کیا کیسے کب کہاں کیوں کون کتنا یہ وہ آپ ہم نہیں اور یا کا کی کے نے شکریہ سلام براہ چاہتا سکتا ہوں',
}

/** Those of Swedish are of Danish and Norwegian too. */
const stopWords: Readonly<Record<string, string>> = {
  sv: 'alla att av dem den det detta din du eller er ett for fran har hur inte jag kan kommer man med mig mitt mycket nar och om pa sa sig ska som ut vad varfor vem vi vid vill vilka vilken af dig ikke jeg hvad hvem hvor hvordan hvorfor hvornar hva kunne skal der blev blir ved',
  cs: 'aby ale byl byla bylo byt co jak jaka jake jaky je jsem jsou kde kdo kdy kolik ktera ktere ktery mam mne muzu nebo od po proc ta za ze',
  ro: 'ar are au ca cati ce cea cei cel cele cu cum cand despre din dintre doar dupa ei el ele este eu fi fost iar intre lor lui mea meu nu pe pentru prin sa sau sunt un una unde unei unui vor',
  id: 'yang ke dari untuk dengan adalah apakah bagaimana kapan dimana siapa berapa mengapa kenapa saya kamu mereka dapat tidak ada akan sudah atau oleh dalam sebagai',
  uk: 'або але був була було бути ви від він вона вони все всі де для до є за з зі і із її їх й його коли кого ми мене мені мій моя можна на не немає ні про та так такий там ти то тому у хто це цей ця чи чого чому що щоб як яка яке який які якого',
  el: 'ο η το οι τα του τησ των τον την τουσ τισ στο στη στην στον στα στισ στουσ και κι σε απο για με ωσ προσ κατα μετα παρα αντι χωρισ που πωσ ποτε ποσο ποσα ποσοι ποιο ποια ποιοι ποιοσ ποιεσ ποιουσ τι γιατι ειναι ηταν ειχε εχει εχω εχουν εχετε θα να δεν μη μην μου σου μασ σασ αυτο αυτη αυτοσ αυτα αυτεσ ενα ενασ μια οπωσ οταν αν αλλα ειτε μπορω μπορει πολυ πιο',
  fa: 'از به با در را که این آن اين ان است هست بود شد می مي های هاي و یا يا برای براي چه چگونه چرا کجا كجا چند کی كي من ما شما تو هم تا هر',
  he: 'של את על אל עם לא כן זה זו זאת אני אתה אנחנו הם הן הוא היא יש אין מה מי מתי איפה איך למה כמה האם או גם כי אם אבל כל לי לך לו לה שלי שלך',
  hi: 'का के की को में से पर ने है हैं था थे थी और या एक यह वह ये वे इस उस इन उन जो कि तो भी ही हो होता होती होते गया गई गए किया कर करने करना क्या क्यों कैसे कब कहाँ कहां कौन कौनसा किस किसी किसने कितने कितना कितनी लिए साथ द्वारा नहीं मैं मेरा मेरी मेरे हम आप अपने अपना तक बाद',
  bn: 'এবং ও এর এই সেই যে কি কী কে কেন কখন কোথায় কিভাবে কীভাবে কত কোন আমি আমার আপনি আপনার তার তাদের একটি করা করতে হয় হবে জন্য থেকে সঙ্গে সাথে না নেই আছে',
}

export const otherLanguages: readonly KnownLanguage[] = Object.keys({ ...littleWords, ...stopWords }).map((code) => ({
  code,
  letters: letters[code] ?? '',
  littleWords: littleWords[code] ?? '',
  stopWords: stopWords[code] ?? '',
}))

export const otherColumns: Columns = {
  question: 'питання|запитання|שאלה|प्रश्न|सवाल|প্রশ্ন|pertanyaan|soalan|câu hỏi|คำถาม|fråga|frågor|spørgsmål|spørsmål|kysymys|otázka|otázky|kérdés|întrebare|intrebare|ερώτηση|въпрос|pitanje|vprašanje|klausimas|jautājums|küsimus',
  answer: 'відповідь|پاسخ|תשובה|उत्तर|जवाब|উত্তর|jawaban|jawapan|câu trả lời|trả lời|คำตอบ|svar|vastaus|odpověď|odpoveď|válasz|răspuns|raspuns|απάντηση|отговор|odgovor|atsakymas|atbilde|vastus',
}

export const otherLabels: Labels = {
  question: 'питання|въпрос|otázka|kérdés|întrebare|fråga|spørgsmål|spørsmål|kysymys|ερώτηση|שאלה|پرسش|سوال|प्रश्न|सवाल|প্রশ্ন|ถาม|คำถาม|câu hỏi|hỏi|pertanyaan|tanya|soalan|pitanje|vprašanje|klausimas|jautājums|küsimus',
  answer: 'відповідь|отговор|odpověď|odpoveď|válasz|răspuns|svar|vastaus|απάντηση|תשובה|پاسخ|उत्तर|जवाब|উত্তর|ตอบ|คำตอบ|trả lời|đáp|jawaban|jawab|jawapan|odgovor|atsakymas|atbilde|vastus',
  questionLetter: 'ש',
  answerLetter: 'ת',
  about: 'gyakran',
}

/** Scandinavian, Catalan, Icelandic, Czech, Slovak, Hungarian, Croatian, Romanian, Baltic, Vietnamese, Ukrainian, Serbian, Greek, Hebrew, Persian, Thai. */
export const otherOldFiles: readonly string[] = [
  'äåöøæé windows-1252 iso-8859-15 macintosh',
  'àéèíóúçòïü windows-1252 iso-8859-15 macintosh',
  'áíðéóþúæöý windows-1252 iso-8859-15 macintosh',
  'íáéěřšžčýůúťňďó windows-1250 iso-8859-2',
  'áíéščžýúľťôňóäďĺŕ windows-1250 iso-8859-2',
  'áéöíőóüúű windows-1250 iso-8859-2',
  'čšžćđ windows-1250 iso-8859-2',
  'ăîţâş windows-1250 iso-8859-2',
  'ėąšįųžūčę windows-1257',
  'āīšēņļūžčķģ windows-1257',
  'äõüöšž windows-1257',
  'đâêôươăáàãéèíìóòõúùý\u0301\u0300\u0309\u0303\u0323 windows-1258',
  'оаинвіетрслкудмпзяьбгйчюхцжїшєфщґ windows-1251 iso-8859-5 ibm866 x-mac-cyrillic koi8-u',
  'аоиенртсјуквдпмлзгбчшљцћњжхђфџ windows-1251 iso-8859-5 ibm866 x-mac-cyrillic',
  'αοιετσνηυρπκμλςίάδγωέόχθφήβύώζξψϊϋΐΰ windows-1253 iso-8859-7',
  'ויהלאמרתבשנכחדקפעצגםןזטסךץף windows-1255',
  'ایرندهمتبوسکشلزگخعفجقپحصآچطضغئذظثژء،؟؛ windows-1256',
  'านรอกเง่มย้ลวดทสตัิีะปบคหแจพชขใไโืุู์ำถผซ็ศณฟษธภึฐญ๊ฉฮๆ๋ฆ windows-874',
]
