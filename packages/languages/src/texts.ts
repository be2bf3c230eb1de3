/**
 * What the agent says by itself, per language. An agent's settings may replace any of it; an empty text says nothing.
 * `{name}` stands for the name of a file, `{question}` for what was asked.
 */
import type { AnsweringSettings } from '@tandem/contract/agent-settings'
import type { answeringTextNames } from '@tandem/contract/answering-texts'

export type TextName = (typeof answeringTextNames)[number]

type Texts = Readonly<Record<Exclude<TextName, 'greeting_before_answer'>, string>>

/** The agent's own text in the language, else ours in it, else the agent's or ours in its default language, else English. */
export function textIn(
  settings: Pick<AnsweringSettings, 'texts' | 'default_language'>,
  language: string,
  name: TextName,
): string {
  for (const tag of [language, settings.default_language, 'en']) {
    const own = ownText(settings, tag, name)
    if (own !== undefined) return own
    const known = texts[baseOf(tag)]
    if (known) return name === 'greeting_before_answer' ? '' : known[name]
  }
  return ''
}

/** What users write tells `pt` and not `pt-BR`: a text for either is meant for them, that of the agent's own region first. */
function ownText(
  { texts: own, default_language }: Pick<AnsweringSettings, 'texts' | 'default_language'>,
  tag: string,
  name: TextName,
): string | undefined {
  const base = baseOf(tag)
  const exact = own[tag]?.[name] ?? own[base]?.[name]
  if (exact !== undefined) return exact
  if (baseOf(default_language) === base && own[default_language]?.[name] !== undefined)
    return own[default_language][name]
  const regional = Object.keys(own).find((key) => baseOf(key) === base && own[key]?.[name] !== undefined)
  return regional === undefined ? undefined : own[regional]?.[name]
}

const baseOf = (tag: string) => tag.split('-', 1)[0]?.toLowerCase() as string

const texts: Readonly<Record<string, Texts>> = {
  en: {
    greeting: 'Hello! How can I help you?',
    well_being: 'I am fine, thank you. How can I help you?',
    identity:
      'I am an automatic assistant. I answer from what I have been given to know. What would you like to know?',
    thanks: 'You are welcome!',
    goodbye: 'Goodbye!',
    acknowledgement: 'All right. Is there anything else you would like to know?',
    offer_one: 'I am not sure I understood. Did you mean this?',
    offer: 'I am not sure I understood. Did you mean one of these?',
    fallback: 'I am sorry, I have no answer to that. Could you put it in other words?',
    fallback_person:
      'I am sorry, I have no answer to that. You can put it in other words, or tell me that you would like to talk to a person.',
    fallback_part: 'I am sorry, I have no answer to this: {question}',
    no_person: 'I am sorry, I cannot bring in a person here. What would you like to know?',
    document_read: 'I have read {name}. What would you like to know about it?',
    unreadable: 'I am sorry, I could not use what you sent. Could you write it as text?',
    trouble: 'I am sorry, something went wrong on my side. Please try again in a moment.',
  },
  zh: {
    greeting: '您好！请问有什么可以帮您？',
    well_being: '我很好，谢谢。请问有什么可以帮您？',
    identity: '我是自动助手，根据已有的知识回答问题。您想了解什么？',
    thanks: '不客气！',
    goodbye: '再见！',
    acknowledgement: '好的。您还想了解什么吗？',
    offer_one: '我不太确定您的意思。您是想问这个吗？',
    offer: '我不太确定您的意思。您是想问以下哪一个？',
    fallback: '抱歉，我没有这个问题的答案。您可以换个说法再问一次吗？',
    fallback_person: '抱歉，我没有这个问题的答案。您可以换个说法，或者告诉我您想转人工服务。',
    fallback_part: '抱歉，这个问题我没有答案：{question}',
    no_person: '抱歉，这里无法为您转接人工服务。您想了解什么？',
    document_read: '我已读完 {name}。您想了解其中的什么内容？',
    unreadable: '抱歉，您发送的内容我无法使用。可以用文字写下来吗？',
    trouble: '抱歉，我这边出了点问题，请稍后再试。',
  },
  es: {
    greeting: '¡Hola! ¿En qué puedo ayudarle?',
    well_being: 'Muy bien, gracias. ¿En qué puedo ayudarle?',
    identity:
      'Soy un asistente automático. Respondo con lo que me han dado a conocer. ¿Qué le gustaría saber?',
    thanks: '¡De nada!',
    goodbye: '¡Hasta luego!',
    acknowledgement: 'De acuerdo. ¿Quiere saber algo más?',
    offer_one: 'No estoy seguro de haber entendido. ¿Se refiere a esto?',
    offer: 'No estoy seguro de haber entendido. ¿Se refiere a una de estas preguntas?',
    fallback: 'Lo siento, no tengo respuesta a eso. ¿Puede decirlo con otras palabras?',
    fallback_person:
      'Lo siento, no tengo respuesta a eso. Puede decirlo con otras palabras o decirme que quiere hablar con una persona.',
    fallback_part: 'Lo siento, no tengo respuesta a esto: {question}',
    no_person: 'Lo siento, aquí no puedo ponerle en contacto con una persona. ¿Qué le gustaría saber?',
    document_read: 'He leído {name}. ¿Qué le gustaría saber sobre ello?',
    unreadable: 'Lo siento, no he podido usar lo que ha enviado. ¿Puede escribirlo como texto?',
    trouble: 'Lo siento, algo ha fallado por mi parte. Inténtelo de nuevo en un momento.',
  },
  de: {
    greeting: 'Hallo! Wie kann ich Ihnen helfen?',
    well_being: 'Danke, gut. Wie kann ich Ihnen helfen?',
    identity:
      'Ich bin ein automatischer Assistent und antworte aus dem, was mir bekannt ist. Was möchten Sie wissen?',
    thanks: 'Gern geschehen!',
    goodbye: 'Auf Wiedersehen!',
    acknowledgement: 'In Ordnung. Möchten Sie noch etwas wissen?',
    offer_one: 'Ich bin nicht sicher, ob ich Sie richtig verstanden habe. Meinen Sie das?',
    offer: 'Ich bin nicht sicher, ob ich Sie richtig verstanden habe. Meinen Sie eine dieser Fragen?',
    fallback: 'Darauf habe ich leider keine Antwort. Können Sie es anders formulieren?',
    fallback_person:
      'Darauf habe ich leider keine Antwort. Sie können es anders formulieren oder mir sagen, dass Sie mit einem Menschen sprechen möchten.',
    fallback_part: 'Hierauf habe ich leider keine Antwort: {question}',
    no_person: 'Hier kann ich Sie leider nicht mit einem Menschen verbinden. Was möchten Sie wissen?',
    document_read: 'Ich habe {name} gelesen. Was möchten Sie dazu wissen?',
    unreadable: 'Das Gesendete konnte ich leider nicht verwenden. Können Sie es als Text schreiben?',
    trouble: 'Bei mir ist leider etwas schiefgegangen. Bitte versuchen Sie es gleich noch einmal.',
  },
  fr: {
    greeting: 'Bonjour ! Comment puis-je vous aider ?',
    well_being: 'Je vais bien, merci. Comment puis-je vous aider ?',
    identity:
      'Je suis un assistant automatique. Je réponds avec ce que l’on m’a donné à connaître. Que voulez-vous savoir ?',
    thanks: 'Je vous en prie !',
    goodbye: 'Au revoir !',
    acknowledgement: 'D’accord. Voulez-vous savoir autre chose ?',
    offer_one: 'Je ne suis pas sûr d’avoir compris. Est-ce bien votre question ?',
    offer: 'Je ne suis pas sûr d’avoir compris. Votre question est-elle l’une de celles-ci ?',
    fallback: 'Désolé, je n’ai pas de réponse à cela. Pouvez-vous le dire autrement ?',
    fallback_person:
      'Désolé, je n’ai pas de réponse à cela. Vous pouvez le dire autrement, ou me dire que vous voulez parler à une personne.',
    fallback_part: 'Désolé, je n’ai pas de réponse à ceci : {question}',
    no_person:
      'Désolé, je ne peux pas vous mettre en relation avec une personne ici. Que voulez-vous savoir ?',
    document_read: 'J’ai lu {name}. Que voulez-vous savoir à ce sujet ?',
    unreadable: 'Désolé, je n’ai pas pu utiliser ce que vous avez envoyé. Pouvez-vous l’écrire ?',
    trouble: 'Désolé, un problème est survenu de mon côté. Veuillez réessayer dans un instant.',
  },
  pt: {
    greeting: 'Olá! Como posso ajudar?',
    well_being: 'Estou bem, obrigado. Como posso ajudar?',
    identity:
      'Sou um assistente automático. Respondo com o que me foi dado a conhecer. O que gostaria de saber?',
    thanks: 'De nada!',
    goodbye: 'Até logo!',
    acknowledgement: 'Certo. Gostaria de saber mais alguma coisa?',
    offer_one: 'Não tenho certeza se entendi. Você quis dizer isto?',
    offer: 'Não tenho certeza se entendi. Você quis dizer uma destas perguntas?',
    fallback: 'Desculpe, não tenho resposta para isso. Pode dizer de outra forma?',
    fallback_person:
      'Desculpe, não tenho resposta para isso. Você pode dizer de outra forma ou me dizer que quer falar com uma pessoa.',
    fallback_part: 'Desculpe, não tenho resposta para isto: {question}',
    no_person: 'Desculpe, aqui não posso colocá-lo em contato com uma pessoa. O que gostaria de saber?',
    document_read: 'Li {name}. O que gostaria de saber sobre ele?',
    unreadable: 'Desculpe, não consegui usar o que enviou. Pode escrever isso em texto?',
    trouble: 'Desculpe, algo deu errado do meu lado. Tente novamente em instantes.',
  },
  ja: {
    greeting: 'こんにちは。どのようなご用件でしょうか。',
    well_being: 'ありがとうございます、元気です。どのようなご用件でしょうか。',
    identity:
      '私は自動応答アシスタントです。登録された知識をもとにお答えします。何をお知りになりたいですか。',
    thanks: 'どういたしまして。',
    goodbye: 'ご利用ありがとうございました。',
    acknowledgement: '承知しました。ほかにお知りになりたいことはありますか。',
    offer_one: 'ご質問の意味がはっきりわかりませんでした。こちらのことでしょうか。',
    offer: 'ご質問の意味がはっきりわかりませんでした。次のいずれかでしょうか。',
    fallback: '申し訳ありませんが、その答えはわかりません。別の言い方でお尋ねいただけますか。',
    fallback_person:
      '申し訳ありませんが、その答えはわかりません。別の言い方でお尋ねいただくか、担当者と話したいとお伝えください。',
    fallback_part: '申し訳ありませんが、次のご質問の答えはわかりません：{question}',
    no_person: '申し訳ありませんが、こちらでは担当者におつなぎできません。何をお知りになりたいですか。',
    document_read: '{name} を読みました。何をお知りになりたいですか。',
    unreadable:
      '申し訳ありませんが、お送りいただいたものは利用できませんでした。文字でお書きいただけますか。',
    trouble: '申し訳ありません、こちらで問題が発生しました。しばらくしてからもう一度お試しください。',
  },
  it: {
    greeting: 'Buongiorno! Come posso aiutarla?',
    well_being: 'Bene, grazie. Come posso aiutarla?',
    identity:
      'Sono un assistente automatico. Rispondo in base a ciò che mi è stato fornito. Che cosa vorrebbe sapere?',
    thanks: 'Prego!',
    goodbye: 'Arrivederci!',
    acknowledgement: 'Va bene. Vuole sapere altro?',
    offer_one: 'Non sono sicuro di aver capito. Intendeva questo?',
    offer: 'Non sono sicuro di aver capito. Intendeva una di queste domande?',
    fallback: 'Mi dispiace, non ho una risposta. Può dirlo con altre parole?',
    fallback_person:
      'Mi dispiace, non ho una risposta. Può dirlo con altre parole, oppure dirmi che vuole parlare con una persona.',
    fallback_part: 'Mi dispiace, non ho una risposta a questo: {question}',
    no_person: 'Mi dispiace, qui non posso metterla in contatto con una persona. Che cosa vorrebbe sapere?',
    document_read: 'Ho letto {name}. Che cosa vorrebbe sapere?',
    unreadable: 'Mi dispiace, non ho potuto usare ciò che ha inviato. Può scriverlo come testo?',
    trouble: 'Mi dispiace, qualcosa è andato storto da parte mia. Riprovi tra poco.',
  },
  ko: {
    greeting: '안녕하세요! 무엇을 도와드릴까요?',
    well_being: '잘 지내고 있습니다. 무엇을 도와드릴까요?',
    identity: '저는 자동 도우미입니다. 등록된 지식을 바탕으로 답변합니다. 무엇이 궁금하신가요?',
    thanks: '천만에요!',
    goodbye: '안녕히 가세요!',
    acknowledgement: '알겠습니다. 더 궁금하신 점이 있나요?',
    offer_one: '질문을 정확히 이해하지 못했습니다. 이것을 물으신 건가요?',
    offer: '질문을 정확히 이해하지 못했습니다. 다음 중 하나를 물으신 건가요?',
    fallback: '죄송하지만 그에 대한 답을 가지고 있지 않습니다. 다른 말로 물어봐 주시겠어요?',
    fallback_person:
      '죄송하지만 그에 대한 답을 가지고 있지 않습니다. 다른 말로 물어보시거나 상담원과 이야기하고 싶다고 말씀해 주세요.',
    fallback_part: '죄송하지만 다음 질문에 대한 답을 가지고 있지 않습니다: {question}',
    no_person: '죄송하지만 여기서는 상담원에게 연결해 드릴 수 없습니다. 무엇이 궁금하신가요?',
    document_read: '{name} 을(를) 읽었습니다. 무엇이 궁금하신가요?',
    unreadable: '죄송하지만 보내신 내용을 사용할 수 없었습니다. 글로 적어 주시겠어요?',
    trouble: '죄송합니다. 문제가 발생했습니다. 잠시 후 다시 시도해 주세요.',
  },
  ru: {
    greeting: 'Здравствуйте! Чем я могу помочь?',
    well_being: 'Спасибо, всё хорошо. Чем я могу помочь?',
    identity:
      'Я автоматический помощник и отвечаю на основе того, что мне известно. Что вы хотели бы узнать?',
    thanks: 'Пожалуйста!',
    goodbye: 'До свидания!',
    acknowledgement: 'Хорошо. Хотите узнать что-нибудь ещё?',
    offer_one: 'Не уверен, что понял вас. Вы имели в виду это?',
    offer: 'Не уверен, что понял вас. Вы имели в виду один из этих вопросов?',
    fallback: 'К сожалению, у меня нет ответа на это. Можете сказать иначе?',
    fallback_person:
      'К сожалению, у меня нет ответа на это. Вы можете сказать иначе или написать, что хотите поговорить с человеком.',
    fallback_part: 'К сожалению, у меня нет ответа на это: {question}',
    no_person: 'К сожалению, здесь я не могу соединить вас с человеком. Что вы хотели бы узнать?',
    document_read: 'Я прочитал {name}. Что вы хотели бы об этом узнать?',
    unreadable: 'К сожалению, я не смог использовать то, что вы прислали. Можете написать это текстом?',
    trouble: 'К сожалению, у меня произошла ошибка. Попробуйте ещё раз через минуту.',
  },
  nl: {
    greeting: 'Hallo! Waarmee kan ik u helpen?',
    well_being: 'Goed, dank u. Waarmee kan ik u helpen?',
    identity: 'Ik ben een automatische assistent en antwoord met wat mij bekend is. Wat wilt u weten?',
    thanks: 'Graag gedaan!',
    goodbye: 'Tot ziens!',
    acknowledgement: 'Goed. Wilt u nog iets weten?',
    offer_one: 'Ik weet niet zeker of ik u goed begrijp. Bedoelt u dit?',
    offer: 'Ik weet niet zeker of ik u goed begrijp. Bedoelt u een van deze vragen?',
    fallback: 'Daar heb ik helaas geen antwoord op. Kunt u het anders zeggen?',
    fallback_person:
      'Daar heb ik helaas geen antwoord op. U kunt het anders zeggen, of mij vertellen dat u met een mens wilt praten.',
    fallback_part: 'Hierop heb ik helaas geen antwoord: {question}',
    no_person: 'Ik kan u hier helaas niet met een mens verbinden. Wat wilt u weten?',
    document_read: 'Ik heb {name} gelezen. Wat wilt u erover weten?',
    unreadable: 'Wat u hebt gestuurd kon ik helaas niet gebruiken. Kunt u het als tekst schrijven?',
    trouble: 'Er ging bij mij helaas iets mis. Probeer het zo meteen nog eens.',
  },
  pl: {
    greeting: 'Dzień dobry! W czym mogę pomóc?',
    well_being: 'Dziękuję, dobrze. W czym mogę pomóc?',
    identity:
      'Jestem automatycznym asystentem i odpowiadam na podstawie tego, co mi przekazano. O co chodzi?',
    thanks: 'Nie ma za co!',
    goodbye: 'Do widzenia!',
    acknowledgement: 'Dobrze. Czy mogę pomóc w czymś jeszcze?',
    offer_one: 'Nie jestem pewien, czy dobrze rozumiem. Czy chodzi o to?',
    offer: 'Nie jestem pewien, czy dobrze rozumiem. Czy chodzi o jedno z tych pytań?',
    fallback: 'Przykro mi, nie znam odpowiedzi na to pytanie. Czy można zapytać inaczej?',
    fallback_person:
      'Przykro mi, nie znam odpowiedzi na to pytanie. Można zapytać inaczej albo napisać, że chodzi o rozmowę z człowiekiem.',
    fallback_part: 'Przykro mi, nie znam odpowiedzi na to: {question}',
    no_person: 'Przykro mi, nie mogę tutaj połączyć z człowiekiem. O co chodzi?',
    document_read: 'Plik {name} jest przeczytany. O co chodzi?',
    unreadable: 'Przykro mi, nie udało się użyć tego, co zostało przesłane. Czy można to napisać?',
    trouble: 'Przepraszam, coś poszło nie tak po mojej stronie. Proszę spróbować za chwilę.',
  },
  tr: {
    greeting: 'Merhaba! Size nasıl yardımcı olabilirim?',
    well_being: 'İyiyim, teşekkür ederim. Size nasıl yardımcı olabilirim?',
    identity: 'Ben otomatik bir asistanım; bana verilen bilgilerle yanıt veririm. Ne öğrenmek istersiniz?',
    thanks: 'Rica ederim!',
    goodbye: 'Hoşça kalın!',
    acknowledgement: 'Tamam. Öğrenmek istediğiniz başka bir şey var mı?',
    offer_one: 'Doğru anladığımdan emin değilim. Bunu mu sormak istediniz?',
    offer: 'Doğru anladığımdan emin değilim. Bunlardan birini mi sormak istediniz?',
    fallback: 'Üzgünüm, buna bir yanıtım yok. Başka bir şekilde sorabilir misiniz?',
    fallback_person:
      'Üzgünüm, buna bir yanıtım yok. Başka bir şekilde sorabilir veya bir kişiyle görüşmek istediğinizi yazabilirsiniz.',
    fallback_part: 'Üzgünüm, şuna bir yanıtım yok: {question}',
    no_person: 'Üzgünüm, sizi buradan bir kişiye bağlayamıyorum. Ne öğrenmek istersiniz?',
    document_read: '{name} dosyasını okudum. Bu konuda ne öğrenmek istersiniz?',
    unreadable: 'Üzgünüm, gönderdiğinizi kullanamadım. Bunu yazıyla yazabilir misiniz?',
    trouble: 'Üzgünüm, bir sorun oluştu. Lütfen biraz sonra yeniden deneyin.',
  },
  ar: {
    greeting: 'مرحبًا! كيف يمكنني مساعدتك؟',
    well_being: 'بخير، شكرًا. كيف يمكنني مساعدتك؟',
    identity: 'أنا مساعد آلي، وأجيب مما أُعطيت من معلومات. ماذا تود أن تعرف؟',
    thanks: 'على الرحب والسعة!',
    goodbye: 'مع السلامة!',
    acknowledgement: 'حسنًا. هل تود معرفة شيء آخر؟',
    offer_one: 'لست متأكدًا من أنني فهمت. هل تقصد هذا؟',
    offer: 'لست متأكدًا من أنني فهمت. هل تقصد أحد هذه الأسئلة؟',
    fallback: 'عذرًا، ليس لدي جواب عن ذلك. هل يمكنك صياغته بطريقة أخرى؟',
    fallback_person:
      'عذرًا، ليس لدي جواب عن ذلك. يمكنك صياغته بطريقة أخرى، أو إخباري بأنك تريد التحدث إلى شخص.',
    fallback_part: 'عذرًا، ليس لدي جواب عن هذا: {question}',
    no_person: 'عذرًا، لا يمكنني توصيلك بشخص من هنا. ماذا تود أن تعرف؟',
    document_read: 'قرأت {name}. ماذا تود أن تعرف عنه؟',
    unreadable: 'عذرًا، لم أتمكن من استخدام ما أرسلته. هل يمكنك كتابته نصًا؟',
    trouble: 'عذرًا، حدث خطأ من جانبي. يرجى المحاولة مرة أخرى بعد قليل.',
  },
}
