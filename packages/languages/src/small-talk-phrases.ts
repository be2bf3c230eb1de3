/** The phrases of small talk, by language and kind, separated by `|`. `filler` may stand beside them and says nothing alone. */
export const smallTalkKinds = [
  'goodbye',
  'thanks',
  'identity',
  'well_being',
  'greeting',
  'acknowledgement',
] as const
export type SmallTalkKind = (typeof smallTalkKinds)[number]

/** What is said alike in every language: it tells none. */
export const EVERY_LANGUAGE = 'every'

type Phrases = Readonly<Partial<Record<SmallTalkKind | 'filler', string>>>

export const smallTalkPhrases: Readonly<Record<string, Phrases>> = {
  en: {
    greeting:
      'hi|hello|hey|hiya|howdy|yo|greetings|good morning|good afternoon|good evening|good day|morning|evening|hi there|hello there|hey there|hi again|hello again|helo|hii|heya|nice to meet you|can you help me|could you help me|can you help|i need help|i need some help|help me|help|i have a question|i have a quick question|can i ask a question|can i ask you something|anybody there|anyone there|is anyone there|is anybody there|are you there',
    well_being:
      "how are you|how are you doing|how are you today|how are you doing today|how's it going|hows it going|how is it going|what's up|whats up|sup|how do you do|how r u|how are u|how r you|hows you",
    identity:
      "who are you|what are you|who is this|what is your name|what's your name|whats your name|are you a bot|are you a robot|are you an ai|are you human|are you a human|are you a machine|are you a real person|are you real|is this a bot|am i talking to a bot|am i talking to a robot|what can you do|what do you do|how can you help me|how can you help",
    thanks:
      'thanks|thank you|thx|ty|tysm|many thanks|thanks a lot|thanks so much|thank you so much|thank you very much|thanks very much|thanks a bunch|cheers|much appreciated|appreciate it|i appreciate it|that helps|that helped|that was helpful|very helpful|thanks for your help|thank you for your help|thanks for the help|thank you for the help|great help|thank u|thanks u|thnx|thanx|tnx',
    goodbye:
      "bye|bye bye|goodbye|good bye|see you|see ya|see you later|see you soon|later|farewell|take care|have a nice day|have a good day|have a great day|good night|that is all|thats all|that's all|nothing else|cya",
    acknowledgement:
      'ok|okay|okey|k|kk|alright|all right|got it|i see|understood|i understand|great|good|perfect|cool|nice|fine|super|awesome|excellent|wonderful|sure|yes|yep|yeah|no|nope|no thanks|no thank you|sounds good|makes sense|never mind|nevermind|one more question|another question|one more thing',
    filler:
      'there|all|everyone|everybody|team|guys|folks|bot|dear|sir|madam|again|then|very much|so much|a lot|for now|for everything|that|now|just|and|you too|my friend|friend|mate|oh|ah|well|please|really|then bye|for your help|for the help|for all your help|for helping|for helping me|for your time|for your support|for your answer|for the answer|for your reply|for your quick reply|for the info|for the information|for letting me know',
  },
  de: {
    greeting:
      'hallo|hi|hey|moin|moin moin|servus|grüezi|grüß gott|grüß dich|guten tag|guten morgen|guten abend|schönen guten tag|tag|morgen|hallöchen|na|können sie mir helfen|kannst du mir helfen|ich brauche hilfe|ich habe eine frage|hilfe|jemand da|ist da jemand|ist jemand da',
    well_being:
      "wie geht es dir|wie geht es ihnen|wie geht's|wie gehts|wie geht's dir|wie gehts dir|alles gut|alles klar bei dir",
    identity:
      'wer bist du|wer sind sie|was bist du|was sind sie|wie heißt du|wie heißen sie|bist du ein bot|bist du ein roboter|bist du ein mensch|sind sie ein bot|sind sie ein mensch|bist du eine ki|was kannst du|was können sie',
    thanks:
      'danke|danke schön|dankeschön|danke sehr|vielen dank|vielen lieben dank|herzlichen dank|besten dank|tausend dank|danke dir|danke ihnen|danke für die hilfe|vielen dank für die hilfe|vielen dank für ihre hilfe|danke für ihre hilfe|das hilft mir|das hat geholfen|merci',
    goodbye:
      "tschüss|tschüß|tschau|ciao|auf wiedersehen|bis bald|bis später|bis dann|schönen tag|schönen tag noch|einen schönen tag noch|gute nacht|das war alles|das wars|mach's gut|machs gut|schönes wochenende",
    acknowledgement:
      'ok|okay|gut|alles klar|verstanden|verstehe|ich verstehe|super|prima|toll|perfekt|klasse|passt|in ordnung|ja|nein|nein danke|klar|genau|schon gut|noch eine frage|eine frage noch',
    filler:
      'zusammen|liebes team|team|ihr|dir|ihnen|auch|noch|sehr|dann|und|erstmal|alle|bitte|für die hilfe|für ihre hilfe|für deine hilfe|für die antwort|für die schnelle antwort|für die info|für die auskunft|für alles',
  },
  fr: {
    greeting:
      "bonjour|bonsoir|salut|coucou|hello|bonjour à tous|bien le bonjour|rebonjour|allô|enchanté|pouvez-vous m'aider|pouvez vous m'aider|peux-tu m'aider|j'ai besoin d'aide|j'ai une question|il y a quelqu'un|y a quelqu'un|à l'aide",
    well_being:
      'comment ça va|ça va|comment allez-vous|comment allez vous|comment vas-tu|comment vas tu|vous allez bien|tu vas bien',
    identity:
      "qui es-tu|qui es tu|qui êtes-vous|qui êtes vous|tu es qui|vous êtes qui|comment tu t'appelles|comment vous appelez-vous|es-tu un robot|es tu un robot|êtes-vous un robot|êtes vous un robot|tu es un robot|es-tu un humain|êtes-vous humain|que peux-tu faire|que pouvez-vous faire",
    thanks:
      'merci|merci beaucoup|merci bien|un grand merci|mille mercis|merci à vous|merci infiniment|merci pour votre aide|merci pour ton aide|merci de votre aide|je vous remercie',
    goodbye:
      "au revoir|à bientôt|à plus|à plus tard|à demain|bonne journée|bonne soirée|bonne nuit|adieu|bye|c'est tout|salut et merci",
    acknowledgement:
      "ok|okay|d'accord|daccord|très bien|bien|parfait|super|génial|compris|j'ai compris|je vois|je comprends|entendu|oui|non|non merci|ça marche|c'est bon|c'est noté|une autre question|encore une question",
    filler:
      "monsieur|madame|à tous|et|alors|donc|encore|beaucoup|à vous|bien|pour votre aide|pour ton aide|de votre aide|de ton aide|pour l'aide|pour votre réponse|pour la réponse|pour l'info|pour tout",
  },
  es: {
    greeting:
      'hola|buenas|buenos días|buen día|buenas tardes|buenas noches|hola buenas|hola buenos días|hola buenas tardes|saludos|qué hay|muy buenas|holi|puede ayudarme|me puede ayudar|puedes ayudarme|me puedes ayudar|necesito ayuda|tengo una pregunta|tengo una duda|hay alguien|hay alguien ahí|ayuda',
    well_being: 'cómo estás|cómo está|cómo está usted|qué tal|qué tal estás|cómo te va|cómo le va|todo bien',
    identity:
      'quién eres|quién es usted|qué eres|cómo te llamas|cómo se llama|cuál es tu nombre|eres un bot|eres un robot|eres humano|eres una persona|es usted un robot|qué puedes hacer|qué sabes hacer',
    thanks:
      'gracias|muchas gracias|mil gracias|muchísimas gracias|te lo agradezco|se lo agradezco|gracias por tu ayuda|gracias por su ayuda|gracias por la ayuda|muy amable',
    goodbye:
      'adiós|chao|chau|hasta luego|hasta pronto|hasta mañana|hasta la vista|nos vemos|que tenga buen día|que tengas buen día|buen fin de semana|eso es todo|nada más',
    acknowledgement:
      'ok|okay|vale|de acuerdo|entendido|entiendo|ya veo|perfecto|genial|bien|muy bien|bueno|claro|sí|no|no gracias|listo|está bien|estupendo|excelente|otra pregunta|una pregunta más',
    filler:
      'a todos|amigo|señor|señora|y|pues|por todo|entonces|muy|mucho|por tu ayuda|por su ayuda|por la ayuda|por ayudarme|por tu respuesta|por su respuesta|por la información|por la info',
  },
  pt: {
    greeting:
      'olá|oi|ola|oie|opa|bom dia|boa tarde|boa noite|e aí|alô|saudações|oi bom dia|olá bom dia|olá boa tarde|oi boa tarde|pode me ajudar|você pode me ajudar|preciso de ajuda|tenho uma pergunta|tenho uma dúvida|alguém aí|tem alguém aí|ajuda',
    well_being: 'tudo bem|tudo bom|como vai|como vai você|como você está|como está|como estás|beleza',
    identity:
      'quem é você|quem és tu|quem es tu|o que é você|qual é o seu nome|qual o seu nome|como você se chama|você é um robô|você é um bot|você é humano|você é uma pessoa|o que você faz|o que você pode fazer',
    thanks:
      'obrigado|obrigada|muito obrigado|muito obrigada|obrigadão|valeu|brigado|brigada|agradeço|obrigado pela ajuda|obrigada pela ajuda|muito obrigado pela ajuda',
    goodbye:
      'tchau|adeus|até logo|até mais|até breve|até amanhã|tenha um bom dia|bom fim de semana|é só isso|só isso|falou',
    acknowledgement:
      'ok|okay|certo|tá|tá bom|tá bem|está bem|está bom|entendi|entendido|compreendo|perfeito|ótimo|legal|bom|muito bom|sim|não|não obrigado|não obrigada|combinado|blz|mais uma pergunta|outra pergunta',
    filler:
      'a todos|pessoal|amigo|senhor|senhora|e|então|por tudo|muito|pela ajuda|pela sua ajuda|por ajudar|pela resposta|pela informação',
  },
  it: {
    greeting:
      "ciao|salve|buongiorno|buon giorno|buonasera|buona sera|buon pomeriggio|ehi|piacere|può aiutarmi|puoi aiutarmi|mi può aiutare|mi puoi aiutare|ho bisogno di aiuto|ho una domanda|c'è qualcuno|aiuto",
    well_being: 'come stai|come sta|come va|tutto bene|come ti va',
    identity:
      'chi sei|chi è lei|cosa sei|come ti chiami|come si chiama|qual è il tuo nome|sei un bot|sei un robot|sei umano|sei una persona|cosa puoi fare|cosa sai fare',
    thanks:
      "grazie|grazie mille|molte grazie|tante grazie|mille grazie|ti ringrazio|la ringrazio|grazie per l'aiuto|grazie dell'aiuto|gentilissimo",
    goodbye:
      'arrivederci|addio|a presto|a dopo|a domani|buona giornata|buona serata|buonanotte|buona notte|ci vediamo|è tutto',
    acknowledgement:
      "ok|okay|va bene|d'accordo|capito|ho capito|capisco|perfetto|ottimo|bene|benissimo|certo|sì|si|no|no grazie|chiaro|un'altra domanda|ancora una domanda",
    filler:
      "a tutti|signore|signora|e|allora|molto|di tutto|per l'aiuto|dell'aiuto|per il tuo aiuto|per il suo aiuto|per la risposta|per le informazioni",
  },
  nl: {
    greeting:
      'hallo|hoi|hey|dag|goedemorgen|goedemiddag|goedenavond|goedendag|goeiemorgen|kunt u mij helpen|kun je me helpen|kun je mij helpen|ik heb hulp nodig|ik heb een vraag|is er iemand|hulp',
    well_being: 'hoe gaat het|hoe gaat het met je|hoe gaat het met u|alles goed',
    identity:
      'wie ben je|wie ben jij|wie bent u|wat ben je|hoe heet je|hoe heet u|ben je een robot|ben je een bot|ben je een mensch|ben je een mens|wat kun je|wat kan je',
    thanks:
      'bedankt|dank je|dank u|dankjewel|dank je wel|dank u wel|hartelijk dank|heel erg bedankt|dankuwel|bedankt voor de hulp',
    goodbye:
      'doei|tot ziens|tot straks|tot later|fijne dag|fijne dag nog|prettige dag|welterusten|dat was alles',
    acknowledgement:
      'ok|oké|oke|goed|prima|begrepen|ik begrijp het|duidelijk|ja|nee|nee bedankt|nee dank je|perfect|super|mooi|nog een vraag',
    filler:
      'allemaal|en|dan|ook|heel|erg|voor je hulp|voor uw hulp|voor de hulp|voor het antwoord|voor de info',
  },
  ru: {
    greeting:
      'привет|здравствуйте|здравствуй|добрый день|доброе утро|добрый вечер|доброго дня|доброго времени суток|хай|приветствую|салют|можете помочь|вы можете помочь|помогите|помогите пожалуйста|мне нужна помощь|у меня вопрос|у меня есть вопрос|есть кто-нибудь|есть кто',
    well_being: 'как дела|как вы|как ты|как поживаете|как поживаешь|как жизнь',
    identity:
      'кто ты|кто вы|ты кто|вы кто|как тебя зовут|как вас зовут|ты бот|вы бот|ты робот|вы робот|ты человек|вы человек|что ты умеешь|что вы умеете',
    thanks:
      'спасибо|спс|большое спасибо|спасибо большое|спасибо огромное|огромное спасибо|благодарю|благодарю вас|спасибо за помощь|спасибо вам',
    goodbye:
      'пока|до свидания|до встречи|всего доброго|всего хорошего|хорошего дня|спокойной ночи|удачи|это всё|это все|прощайте',
    acknowledgement:
      'ок|окей|хорошо|ладно|понятно|понял|поняла|ясно|отлично|супер|да|нет|нет спасибо|принято|договорились|ещё вопрос|еще вопрос|ещё один вопрос|еще один вопрос',
    filler: 'всем|вам|и|тогда|ещё раз|еще раз|очень|вас|за помощь|за вашу помощь|за ответ|за информацию',
  },
  zh: {
    greeting:
      '你好|您好|你们好|嗨|哈喽|哈啰|哈囉|早|早上好|早安|上午好|中午好|下午好|晚上好|大家好|在吗|在嗎|在不在|有人吗|hello|hi|可以帮我吗|能帮我吗|能帮帮我吗|我需要帮助|我有问题|我有个问题|我有一个问题|有人在吗',
    well_being: '你好吗|你好嗎|您好吗|最近怎么样|近来可好|你怎么样',
    identity:
      '你是谁|你是誰|您是谁|您是哪位|你是哪位|你叫什么|你叫什么名字|你叫什麼名字|你是机器人吗|你是機器人嗎|你是真人吗|你是人吗|你是ai吗|你能做什么|你会做什么|你会什么|你可以做什么|你能帮我什么',
    thanks:
      '谢谢|謝謝|谢谢你|謝謝你|谢谢您|謝謝您|多谢|多謝|感谢|感謝|非常感谢|十分感谢|谢了|太感谢了|辛苦了|谢谢你的帮助|谢谢您的帮助|3q',
    goodbye: '再见|再見|拜拜|拜|回头见|回见|下次见|晚安|祝你愉快|没有了|没有别的了|没事了|88|byebye',
    acknowledgement:
      '好|好的|好吧|好滴|行|可以|嗯|嗯嗯|哦|噢|知道了|明白|明白了|了解|了解了|懂了|收到|没问题|是|是的|对|对的|不用了|不用|不是|没有|ok|不错|很好|太好了|还有一个问题|还有个问题',
    filler:
      '啊|呀|哦|了|的|呢|吧|啦|非常|真的|那|亲|客服|请问|大家|你|您|你的帮助|您的帮助|的帮助|帮忙|解答|回答',
  },
  ja: {
    greeting:
      'こんにちは|こんにちわ|こんばんは|こんばんわ|おはよう|おはようございます|はじめまして|初めまして|もしもし|どうも|やあ|ハロー|お世話になります|お世話になっております|すみません|よろしくお願いします|よろしくお願いいたします|質問があります|質問です|助けてください|手伝ってください|誰かいますか|だれかいますか',
    well_being: '元気ですか|お元気ですか|元気|調子はどう|調子はどうですか',
    identity:
      'あなたは誰|あなたは誰ですか|あなたはだれですか|誰ですか|だれですか|お名前は|お名前は何ですか|名前は|あなたはロボットですか|ロボットですか|あなたはボットですか|ボットですか|人間ですか|aiですか|あなたは人間ですか|何ができますか|何ができるの|何が出来ますか',
    thanks:
      'ありがとう|ありがとうございます|ありがとうございました|有難う|有難うございます|有り難うございます|どうもありがとう|どうもありがとうございます|どうもありがとうございました|感謝します|助かりました|助かります|サンキュー|お疲れ様|お疲れ様です',
    goodbye:
      'さようなら|さよなら|バイバイ|ではまた|じゃあね|じゃね|またね|また今度|失礼します|失礼いたします|おやすみ|おやすみなさい|以上です',
    acknowledgement:
      'はい|いいえ|うん|わかりました|分かりました|わかった|分かった|了解|了解です|了解しました|承知しました|なるほど|なるほどです|ok|オーケー|大丈夫です|結構です|いいです|そうですか|そうですね|よかった|良かったです|すごい',
    filler:
      'どうも|とても|本当に|です|ね|よ|では|じゃあ|皆さん|それでは|まで|助けてくれて|助けていただき|教えてくれて|教えていただき|ご回答|ご対応|手伝ってくれて|もう一つ',
  },
  ko: {
    greeting:
      '안녕|안녕하세요|안녕하십니까|반갑습니다|반가워요|하이|헬로|여보세요|좋은 아침|좋은 아침입니다|좋은 아침이에요|처음 뵙겠습니다|도와주세요|도와 주세요|도움이 필요해요|질문이 있어요|질문 있어요|질문이 있습니다|질문 있습니다|누구 있나요',
    well_being: '잘 지내|잘 지내요|잘 지내세요|어떻게 지내세요|어떻게 지내|잘 지냈어요',
    identity:
      '누구세요|누구야|누구입니까|넌 누구야|너는 누구야|당신은 누구입니까|당신은 누구세요|이름이 뭐예요|이름이 뭐야|로봇이에요|로봇인가요|봇이에요|봇인가요|사람이에요|사람인가요|뭘 할 수 있어요|무엇을 할 수 있나요|뭐 할 수 있어',
    thanks:
      '감사합니다|감사해요|고마워|고마워요|고맙습니다|정말 감사합니다|대단히 감사합니다|감사드립니다|도와주셔서 감사합니다|땡큐',
    goodbye:
      '안녕히 계세요|안녕히 가세요|잘 가|잘 있어|다음에 봐요|또 봐요|바이|수고하세요|좋은 하루 되세요|안녕히 주무세요|끝입니다|이상입니다',
    acknowledgement:
      '네|예|응|아니요|아니오|알겠습니다|알겠어요|알았어|알았어요|좋아요|좋습니다|오케이|ok|괜찮아요|괜찮습니다|그렇군요|이해했어요|이해했습니다',
    filler: '정말|아|그럼|여러분|너무|다|도와주셔서|도와줘서|답변해 주셔서|알려주셔서',
  },
  pl: {
    greeting:
      'cześć|dzień dobry|hej|witam|witaj|dobry wieczór|siema|możesz mi pomóc|czy możesz mi pomóc|potrzebuję pomocy|mam pytanie|pomocy|jest tu ktoś',
    well_being: 'jak się masz|co słychać|jak leci|jak się pan ma|jak się pani ma',
    identity:
      'kim jesteś|kto ty jesteś|jak się nazywasz|jesteś botem|jesteś robotem|czy jesteś botem|czy jesteś robotem|czy jesteś człowiekiem|co potrafisz',
    thanks:
      'dziękuję|dzięki|dziękuję bardzo|bardzo dziękuję|wielkie dzięki|dziękuję za pomoc|dzięki za pomoc',
    goodbye: 'do widzenia|pa|na razie|do zobaczenia|miłego dnia|dobranoc|to wszystko',
    acknowledgement: 'ok|okej|dobrze|dobra|rozumiem|jasne|super|świetnie|tak|nie|nie dziękuję',
    filler: 'wszystkim|i|państwu|bardzo|za pomoc|za odpowiedź|za informację|za wszystko',
  },
  tr: {
    greeting:
      'merhaba|selam|günaydın|iyi günler|iyi akşamlar|selamlar|merhabalar|alo|yardım eder misiniz|yardımcı olur musunuz|yardıma ihtiyacım var|bir sorum var|kimse var mı|yardım',
    well_being: 'nasılsın|nasılsınız|naber|ne haber|nasıl gidiyor',
    identity:
      'kimsin|sen kimsin|siz kimsiniz|adın ne|adınız ne|bot musun|robot musun|insan mısın|ne yapabilirsin|neler yapabilirsin',
    thanks:
      'teşekkürler|teşekkür ederim|çok teşekkürler|çok teşekkür ederim|sağ ol|sağol|sağ olun|sağolun|eyvallah',
    goodbye: 'güle güle|hoşça kal|hoşçakal|görüşürüz|iyi geceler|kendine iyi bak|bu kadar',
    acknowledgement: 'tamam|peki|anladım|oldu|harika|süper|güzel|evet|hayır|hayır teşekkürler|ok',
    filler:
      'herkese|çok|size|ve|yardımınız için|yardımın için|yardımlarınız için|cevabınız için|bilgi için|her şey için',
  },
  ar: {
    greeting:
      'مرحبا|مرحبًا|مرحباً|أهلا|اهلا|أهلا وسهلا|السلام عليكم|صباح الخير|مساء الخير|هلا|هاي|هل يمكنك مساعدتي|احتاج مساعدة|أحتاج مساعدة|أحتاج إلى مساعدة|عندي سؤال|لدي سؤال|هل من أحد',
    well_being: 'كيف حالك|كيف الحال|كيفك|شلونك',
    identity:
      'من أنت|من انت|مين انت|ما اسمك|هل أنت روبوت|هل انت روبوت|هل أنت إنسان|هل أنت بوت|ماذا يمكنك أن تفعل',
    thanks: 'شكرا|شكرًا|شكراً|شكرا جزيلا|شكرا لك|شكرا لكم|شكراً جزيلاً|جزاك الله خيرا|مشكور|تسلم',
    goodbye: 'مع السلامة|وداعا|إلى اللقاء|الى اللقاء|تصبح على خير|يوم سعيد|باي|هذا كل شيء',
    acknowledgement: 'حسنا|حسناً|تمام|طيب|ماشي|فهمت|أوكي|اوكي|نعم|لا|لا شكرا|ممتاز|جيد',
    filler: 'جدا|لك|لكم|جميعا|يا|جزيلا|على المساعدة|على مساعدتك|لمساعدتك|على الرد|على كل شيء',
  },
  [EVERY_LANGUAGE]: {
    greeting: '👋|🙋',
    thanks: 'thx|thnx|tnx|🙏|❤|♥|😘|🥰|💕',
    goodbye: 'bye|bye bye',
    acknowledgement: 'ok|okay|cool|super|nice|perfect|👍|👌|✅|💯',
  },
}
