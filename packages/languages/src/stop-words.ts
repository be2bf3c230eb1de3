/**
 * Words that say little about what a question is after. They are not dropped (a question may consist of nothing else),
 * they only weigh less. Written as they stand after `normalise`, without apostrophes, before stemming. A list for each
 * language, or for a few that are much alike.
 */
export const stopWordLists: readonly string[] = [
  // English
  'a about all am an and any are as at be been being but by can cant could did didnt do does doesnt doing dont for from get go got had has have having hello hey hi how i id if ill im in into is isnt it its ive just know let like may me might much my need no not of on or our out please pls plz shall should so some tell than thank thanks that the their them then there these they this those to too u up us very want was we were what whats when where which while who why will with would you your',
  // German
  'aber als am an auch auf aus bei bin bitte bist da das dass dem den der des die dies diese dieser doch du durch ein eine einem einen einer eines er es fur habe haben hat ich ihr im in ist ja kann kein keine konnen man mein meine mich mir mit muss nach nicht noch nur oder schon sein sich sie sind so um und uns unser von vor wann war warum was wenn wer werden wie wieso wird wo zu zum zur',
  // Spanish
  'al como con cual cuales cuando de del donde el ella ellos en era es esa ese eso esta este esto hay la las le les lo los mas me mi mis muy no nos para pero por porque puedo puede que quien se si sin sobre son su sus tengo tiene tu un una uno y ya yo',
  // French
  'ai au aux avec avez ce ces cette comment dans de des du elle en est et etes eux il ils je la le les leur lui ma mais me mes mon ne nos notre nous on ou par pas peut peux pour pourquoi qu quand que quel quelle qui sa se ses si son sont sur ta te tes toi ton tu un une vos votre vous y',
  // Portuguese
  'ao aos as com como da das de do dos e ela ele em essa esse esta este eu foi isso ja mais mas me meu minha muito na nas nao no nos o onde os ou para pela pelo por posso pode qual quais quando que quem se sem seu sua tem tenho um uma voce',
  // Chinese and Japanese, by character and in twos, as the analyser has them
  '的 了 是 在 有 和 与 吗 呢 吧 啊 我 你 您 他 她 它 们 这 那 哪 什 么 什么 怎 怎么 如 何 如何 多少 谁 哪些 哪个 为什 为 请 可 以 可以 一个 何 は何 何で 何を 誰 誰が 誰で',
  // Korean, whole and in twos of syllables
  '어떻게 어떻 떻게 싶어요 싶어 어요 싶습니다 싶습 습니 니다 있나요 있나 나요 있어요 있어 하나요 하나 하고 인가요 인가 가요 가능한가요 한가 무엇이 무엇 엇이 뭐 얼마 얼마인가요 마인 알고 알려 알려주세요 주세요 주세 세요 해주세요 되나요 되나 할 수 어디 어디서 언제 왜 저는 제가 그리고 있는 없는',
  // Italian
  'alla allo anche avete che ci con cosa cui dal dalla dei del della delle dello gli hai il io le lei lo loro mia mio nel nella noi perche piu posso puo quale quali quando quanto sono sua suo tra tuo un una uno vi voi vorrei',
  // Dutch
  'aan al als bij bent deze die doe een er geen haar heb hebben heeft het hij hoeveel hun ik je jij jullie kan kunnen kunt maar mij mijn moet naar niet nog om onze ook op te tot uit uw veel voor waar waarom wanneer welke wie wij wil worden wordt ze zij zijn zou',
  // Romanian
  'ar are au ca cati ce cea cei cel cele cu cum cand despre din dintre doar dupa ei el ele este eu fi fost iar intre lor lui mea meu nu pe pentru prin sa sau sunt un una unde unei unui vor',
  // Turkish
  'bir bu ki ne nedir nasıl neden nicin kim kimdir hangi hangisi kac kactır nerede zaman icin gibi daha cok olarak olan oldugu oldu yok biz siz onlar ama veya ya sey',
  // Polish, Czech, Swedish, Danish, Norwegian
  'aby ale byc byl byla bylo bym ci co czy dla gdzie ich jak jaki jaka jakie jestem kiedy kto ktora ktore ktory mam mnie moge mozna nie od po przez sa sie te za ze zeby',
  'aby ale byl byla bylo byt co jak jaka jake jaky je jsem jsou kde kdo kdy kolik ktera ktere ktery mam mne muzu nebo od po proc ta za ze',
  'alla att av dem den det detta din du eller er ett for fran har hur inte jag kan kommer man med mig mitt mycket nar och om pa sa sig ska som ut vad varfor vem vi vid vill vilka vilken af dig ikke jeg hvad hvem hvor hvordan hvorfor hvornar hva kunne skal der blev blir ved',
  // Russian and Ukrainian
  'а без более был была были было быть в вам вас весь во вот все всех вы где да даже для до его ее если есть еще же за здесь и из или им их к как какая какие какой какое каком какую кем ко когда кого который которая которое которые кто куда ли либо мне много мной могу может можно мой моя на над надо нам нас не него нее нет ни них но ну о об однако он она они оно от очень по под после потому почему при про с сам свой своих себе себя сколько со так также такой там те тем то того тоже только том ты у уже хочу чего чей чем через что чтобы чье эта эти это этой этом этот этого я',
  'або але був була було бути ви від він вона вони все всі де для до є за з зі і із її їх й його коли кого ми мене мені мій моя можна на не немає ні про та так такий там ти то тому у хто це цей ця чи чого чому що щоб як яка яке який які якого',
  // Greek, as it stands without accents
  'ο η το οι τα του τησ των τον την τουσ τισ στο στη στην στον στα στισ στουσ και κι σε απο για με ωσ προσ κατα μετα παρα αντι χωρισ που πωσ ποτε ποσο ποσα ποσοι ποιο ποια ποιοι ποιοσ ποιεσ ποιουσ τι γιατι ειναι ηταν ειχε εχει εχω εχουν εχετε θα να δεν μη μην μου σου μασ σασ αυτο αυτη αυτοσ αυτα αυτεσ ενα ενασ μια οπωσ οταν αν αλλα ειτε μπορω μπορει πολυ πιο',
  // Arabic, folded
  'في من علي الي عن مع هذا هذه ذلك تلك التي الذي الذين هو هي هم نحن انا انت انتم كان كانت يكون تكون كيف متي اين ماذا ما لماذا هل كم اي ايه او و ثم لا لم لن ليس قد كل بعد قبل بين عند منذ حتي اذا ان لكن غير عليه عليها فيه فيها منه منها له لها لهم به بها يمكن يمكنني اريد',
  // Persian and Hebrew
  'از به با در را که این آن اين ان است هست بود شد می مي های هاي و یا يا برای براي چه چگونه چرا کجا كجا چند کی كي من ما شما تو هم تا هر',
  'של את על אל עם לא כן זה זו זאת אני אתה אנחנו הם הן הוא היא יש אין מה מי מתי איפה איך למה כמה האם או גם כי אם אבל כל לי לך לו לה שלי שלך',
  // Hindi and Bengali
  'का के की को में से पर ने है हैं था थे थी और या एक यह वह ये वे इस उस इन उन जो कि तो भी ही हो होता होती होते गया गई गए किया कर करने करना क्या क्यों कैसे कब कहाँ कहां कौन कौनसा किस किसी किसने कितने कितना कितनी लिए साथ द्वारा नहीं मैं मेरा मेरी मेरे हम आप अपने अपना तक बाद',
  'এবং ও এর এই সেই যে কি কী কে কেন কখন কোথায় কিভাবে কীভাবে কত কোন আমি আমার আপনি আপনার তার তাদের একটি করা করতে হয় হবে জন্য থেকে সঙ্গে সাথে না নেই আছে',
  // Indonesian and Malay
  'yang ke dari untuk dengan adalah apakah bagaimana kapan dimana siapa berapa mengapa kenapa saya kamu mereka dapat tidak ada akan sudah atau oleh dalam sebagai',
]

export const stopWords: ReadonlySet<string> = new Set(stopWordLists.flatMap((list) => list.split(' ')))
