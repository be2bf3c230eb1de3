/** The page's own words, in the visitor's language. What the agent says comes from the service. */
const names = [
  'connecting',
  'online',
  'person',
  'reconnecting',
  'unavailable',
  'ended',
  'empty',
  'placeholder',
  'label',
  'send',
  'callPerson',
  'end',
  'again',
  'notSent',
  'tooFast',
  'unreachable',
  'nobody',
]

/** In the order of the names, separated by `|`. */
const byLanguage = {
  en: 'Connecting…|Online|A person has been called|Reconnecting…|Not available|This chat has ended.|Ask a question to begin.|Ask something…|Your message|Send|Talk to a person|End|New chat|Not sent:|too many messages at once. Please wait a moment.|no connection. Please try again.|Nobody can be called here.',
  de: 'Verbinden…|Online|Ein Mensch wurde gerufen|Verbinde erneut…|Nicht verfügbar|Dieser Chat ist beendet.|Stellen Sie eine Frage.|Frage eingeben…|Ihre Nachricht|Senden|Mit einem Menschen sprechen|Beenden|Neuer Chat|Nicht gesendet:|zu viele Nachrichten auf einmal. Bitte warten Sie einen Moment.|keine Verbindung. Bitte versuchen Sie es noch einmal.|Hier kann niemand gerufen werden.',
  fr: 'Connexion…|En ligne|Une personne a été appelée|Reconnexion…|Indisponible|Cette conversation est terminée.|Posez une question pour commencer.|Posez une question…|Votre message|Envoyer|Parler à une personne|Terminer|Nouvelle conversation|Non envoyé :|trop de messages à la fois. Patientez un instant.|pas de connexion. Veuillez réessayer.|Personne ne peut être appelé ici.',
  es: 'Conectando…|En línea|Se ha llamado a una persona|Reconectando…|No disponible|Este chat ha terminado.|Haga una pregunta para empezar.|Pregunte algo…|Su mensaje|Enviar|Hablar con una persona|Terminar|Nuevo chat|No enviado:|demasiados mensajes a la vez. Espere un momento.|sin conexión. Inténtelo de nuevo.|Aquí no se puede llamar a nadie.',
  pt: 'Conectando…|Online|Uma pessoa foi chamada|Reconectando…|Indisponível|Este chat terminou.|Faça uma pergunta para começar.|Pergunte algo…|Sua mensagem|Enviar|Falar com uma pessoa|Encerrar|Novo chat|Não enviado:|mensagens demais de uma vez. Aguarde um momento.|sem conexão. Tente de novo.|Não há ninguém para chamar aqui.',
  it: 'Connessione…|Online|È stata chiamata una persona|Riconnessione…|Non disponibile|Questa chat è terminata.|Fai una domanda per iniziare.|Chiedi qualcosa…|Il tuo messaggio|Invia|Parla con una persona|Termina|Nuova chat|Non inviato:|troppi messaggi insieme. Attendi un momento.|nessuna connessione. Riprova.|Qui non si può chiamare nessuno.',
  nl: 'Verbinden…|Online|Er is iemand geroepen|Opnieuw verbinden…|Niet beschikbaar|Deze chat is beëindigd.|Stel een vraag om te beginnen.|Vraag iets…|Uw bericht|Versturen|Met een persoon praten|Beëindigen|Nieuwe chat|Niet verzonden:|te veel berichten tegelijk. Wacht even.|geen verbinding. Probeer het opnieuw.|Hier kan niemand geroepen worden.',
  pl: 'Łączenie…|Online|Wezwano człowieka|Ponowne łączenie…|Niedostępny|Ten czat został zakończony.|Zadaj pytanie, aby zacząć.|Zapytaj o coś…|Twoja wiadomość|Wyślij|Porozmawiaj z człowiekiem|Zakończ|Nowy czat|Nie wysłano:|zbyt wiele wiadomości naraz. Poczekaj chwilę.|brak połączenia. Spróbuj ponownie.|Nie można tu nikogo wezwać.',
  ru: 'Подключение…|В сети|Приглашён человек|Переподключение…|Недоступно|Этот чат завершён.|Задайте вопрос, чтобы начать.|Задайте вопрос…|Ваше сообщение|Отправить|Поговорить с человеком|Завершить|Новый чат|Не отправлено:|слишком много сообщений сразу. Подождите немного.|нет соединения. Попробуйте ещё раз.|Здесь некого позвать.',
  tr: 'Bağlanıyor…|Çevrimiçi|Bir kişi çağrıldı|Yeniden bağlanıyor…|Kullanılamıyor|Bu sohbet sona erdi.|Başlamak için bir soru sorun.|Bir şey sorun…|Mesajınız|Gönder|Bir kişiyle görüş|Bitir|Yeni sohbet|Gönderilemedi:|bir kerede çok fazla mesaj. Lütfen biraz bekleyin.|bağlantı yok. Lütfen tekrar deneyin.|Burada çağrılacak kimse yok.',
  ar: 'جارٍ الاتصال…|متصل|تم استدعاء شخص|جارٍ إعادة الاتصال…|غير متاح|انتهت هذه المحادثة.|اطرح سؤالاً للبدء.|اسأل شيئاً…|رسالتك|إرسال|التحدث إلى شخص|إنهاء|محادثة جديدة|لم تُرسل:|رسائل كثيرة دفعة واحدة. انتظر لحظة من فضلك.|لا يوجد اتصال. حاول مرة أخرى.|لا يمكن استدعاء أحد هنا.',
  zh: '正在连接…|在线|已呼叫人工|正在重新连接…|不可用|此对话已结束。|请提出一个问题。|请输入问题…|您的消息|发送|转人工|结束|新对话|未发送：|消息过于频繁，请稍候。|没有连接，请重试。|这里无法呼叫人工。',
  ja: '接続中…|オンライン|担当者を呼んでいます|再接続中…|利用できません|このチャットは終了しました。|質問をどうぞ。|質問を入力…|メッセージ|送信|担当者と話す|終了|新しいチャット|送信できませんでした：|メッセージが多すぎます。少しお待ちください。|接続がありません。もう一度お試しください。|ここでは担当者を呼べません。',
  ko: '연결 중…|온라인|담당자를 불렀습니다|다시 연결 중…|사용할 수 없음|이 채팅은 종료되었습니다.|질문을 입력해 시작하세요.|질문을 입력하세요…|메시지|보내기|담당자와 대화|종료|새 채팅|전송되지 않음:|메시지가 너무 많습니다. 잠시 기다려 주세요.|연결이 없습니다. 다시 시도해 주세요.|여기서는 아무도 부를 수 없습니다.',
}

const wanted = navigator.languages.map((tag) => tag.split('-')[0].toLowerCase())
const language = wanted.find((each) => Object.hasOwn(byLanguage, each)) ?? 'en'
const texts = byLanguage[language].split('|')

export const words = Object.fromEntries(names.map((name, at) => [name, texts[at]]))

/** Puts the words onto the page: elements name theirs by `data-words`, those of an attribute by `data-words-<attribute>`. */
export function putWords() {
  document.documentElement.lang = language
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
  for (const element of document.querySelectorAll('[data-words]'))
    element.textContent = words[element.dataset.words]
  for (const attribute of ['placeholder', 'title', 'aria-label'])
    for (const element of document.querySelectorAll(`[data-words-${attribute}]`))
      element.setAttribute(attribute, words[element.getAttribute(`data-words-${attribute}`)])
}
