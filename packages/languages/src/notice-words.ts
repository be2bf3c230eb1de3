/** What users are told about a handoff, by language. `{service}` is the component's name, `{when}` the next opening. */
import type { handoffTextNames } from '@tandem/contract/handoff-texts'

export type TextName = (typeof handoffTextNames)[number]

export const noticeWords: Readonly<Record<string, Readonly<Record<TextName, string>>>> = {
  en: {
    connecting: 'One moment, I am connecting you with a person.',
    waiting: 'Your request has reached {service}. Somebody will be with you shortly.',
    connected: 'You are now talking to a person from {service}.',
    failed:
      'Our team cannot be reached at the moment. Leave your email address here if you like; until then I am happy to help.',
    wait_timeout:
      'Nobody is free at the moment. Leave your email address here if you like; until then I am happy to help.',
    ended_by_person: 'The conversation with {service} has ended. I am here again if you need anything.',
    ended_by_user: 'You have ended the conversation with {service}. I am here again if you need anything.',
    ended_by_timeout:
      'The conversation with {service} has ended because nothing was said for a while. I am here again if you need anything.',
    ended: 'The conversation with {service} has ended.',
    outside_hours:
      'Nobody is there right now. {service} is back {when}. Leave your email address here if you like; until then I am happy to help.',
    closed:
      'Nobody is there right now. Leave your email address here if you like; until then I am happy to help.',
    email_thanks: 'Thank you, I have noted your email address.',
  },
  zh: {
    connecting: '请稍候，正在为您转接人工客服。',
    waiting: '您的请求已转给{service}，很快会有人为您服务。',
    connected: '{service}的人工客服已接入。',
    failed: '目前无法联系到人工客服。您可以留下邮箱地址；在此期间我会继续为您服务。',
    wait_timeout: '目前人工客服都在忙。您可以留下邮箱地址；在此期间我会继续为您服务。',
    ended_by_person: '与{service}的对话已结束。如有需要，我会继续为您服务。',
    ended_by_user: '您已结束与{service}的对话。如有需要，我会继续为您服务。',
    ended_by_timeout: '由于长时间没有新消息，与{service}的对话已结束。如有需要，我会继续为您服务。',
    ended: '与{service}的对话已结束。',
    outside_hours:
      '现在不在服务时间内。{service}将于{when}恢复服务。您可以留下邮箱地址；在此期间我会继续为您服务。',
    closed: '现在没有人工客服在线。您可以留下邮箱地址；在此期间我会继续为您服务。',
    email_thanks: '谢谢，我已记下您的邮箱地址。',
  },
  es: {
    connecting: 'Un momento, le estoy poniendo en contacto con una persona.',
    waiting: 'Su solicitud ha llegado a {service}. Enseguida le atenderá alguien.',
    connected: 'Ahora habla con una persona de {service}.',
    failed:
      'En este momento no podemos contactar con nuestro equipo. Si quiere, deje aquí su correo electrónico; mientras tanto sigo a su disposición.',
    wait_timeout:
      'En este momento no hay nadie libre. Si quiere, deje aquí su correo electrónico; mientras tanto sigo a su disposición.',
    ended_by_person: 'La conversación con {service} ha terminado. Sigo aquí si necesita algo.',
    ended_by_user: 'Ha terminado la conversación con {service}. Sigo aquí si necesita algo.',
    ended_by_timeout:
      'La conversación con {service} ha terminado por falta de actividad. Sigo aquí si necesita algo.',
    ended: 'La conversación con {service} ha terminado.',
    outside_hours:
      'Ahora mismo no hay nadie. {service} volverá a atender: {when}. Si quiere, deje aquí su correo electrónico; mientras tanto sigo a su disposición.',
    closed:
      'Ahora mismo no hay nadie. Si quiere, deje aquí su correo electrónico; mientras tanto sigo a su disposición.',
    email_thanks: 'Gracias, he anotado su correo electrónico.',
  },
  de: {
    connecting: 'Einen Moment, ich verbinde Sie mit einem Menschen.',
    waiting: 'Ihre Anfrage ist bei {service} angekommen. Gleich ist jemand für Sie da.',
    connected: 'Sie sprechen jetzt mit einem Menschen von {service}.',
    failed:
      'Unser Team ist gerade nicht erreichbar. Hinterlassen Sie hier gern Ihre E-Mail-Adresse; bis dahin helfe ich Ihnen weiter.',
    wait_timeout:
      'Im Moment ist niemand frei. Hinterlassen Sie hier gern Ihre E-Mail-Adresse; bis dahin helfe ich Ihnen weiter.',
    ended_by_person: 'Das Gespräch mit {service} ist beendet. Ich bin wieder für Sie da.',
    ended_by_user: 'Sie haben das Gespräch mit {service} beendet. Ich bin wieder für Sie da.',
    ended_by_timeout:
      'Das Gespräch mit {service} wurde beendet, weil länger nichts gesagt wurde. Ich bin wieder für Sie da.',
    ended: 'Das Gespräch mit {service} ist beendet.',
    outside_hours:
      'Gerade ist niemand da. {service} ist wieder erreichbar: {when}. Hinterlassen Sie hier gern Ihre E-Mail-Adresse; bis dahin helfe ich Ihnen weiter.',
    closed:
      'Gerade ist niemand da. Hinterlassen Sie hier gern Ihre E-Mail-Adresse; bis dahin helfe ich Ihnen weiter.',
    email_thanks: 'Danke, ich habe Ihre E-Mail-Adresse notiert.',
  },
  fr: {
    connecting: 'Un instant, je vous mets en relation avec une personne.',
    waiting: 'Votre demande est arrivée chez {service}. Quelqu’un vous répond dans un instant.',
    connected: 'Vous parlez maintenant avec une personne de {service}.',
    failed:
      'Notre équipe est injoignable pour le moment. Vous pouvez laisser ici votre adresse e-mail ; en attendant, je reste à votre disposition.',
    wait_timeout:
      'Personne n’est libre pour le moment. Vous pouvez laisser ici votre adresse e-mail ; en attendant, je reste à votre disposition.',
    ended_by_person: 'La conversation avec {service} est terminée. Je suis de nouveau là pour vous aider.',
    ended_by_user: 'Vous avez terminé la conversation avec {service}. Je suis de nouveau là pour vous aider.',
    ended_by_timeout:
      'La conversation avec {service} a pris fin faute d’activité. Je suis de nouveau là pour vous aider.',
    ended: 'La conversation avec {service} est terminée.',
    outside_hours:
      'Il n’y a personne pour le moment. {service} sera de retour : {when}. Vous pouvez laisser ici votre adresse e-mail ; en attendant, je reste à votre disposition.',
    closed:
      'Il n’y a personne pour le moment. Vous pouvez laisser ici votre adresse e-mail ; en attendant, je reste à votre disposition.',
    email_thanks: 'Merci, j’ai noté votre adresse e-mail.',
  },
  pt: {
    connecting: 'Um momento, vou transferir você para uma pessoa.',
    waiting: 'Seu pedido chegou a {service}. Alguém já vai atender você.',
    connected: 'Agora você está falando com uma pessoa de {service}.',
    failed:
      'No momento não é possível contactar a nossa equipe. Se quiser, deixe aqui o seu e-mail; enquanto isso continuo à disposição.',
    wait_timeout:
      'No momento ninguém está livre. Se quiser, deixe aqui o seu e-mail; enquanto isso continuo à disposição.',
    ended_by_person: 'A conversa com {service} terminou. Estou de volta se precisar de algo.',
    ended_by_user: 'Você encerrou a conversa com {service}. Estou de volta se precisar de algo.',
    ended_by_timeout:
      'A conversa com {service} terminou por falta de atividade. Estou de volta se precisar de algo.',
    ended: 'A conversa com {service} terminou.',
    outside_hours:
      'Não há ninguém agora. {service} volta a atender: {when}. Se quiser, deixe aqui o seu e-mail; enquanto isso continuo à disposição.',
    closed: 'Não há ninguém agora. Se quiser, deixe aqui o seu e-mail; enquanto isso continuo à disposição.',
    email_thanks: 'Obrigado, anotei o seu e-mail.',
  },
  ja: {
    connecting: '担当者におつなぎします。少々お待ちください。',
    waiting: '{service}に依頼が届きました。まもなく担当者が対応いたします。',
    connected: '{service}の担当者につながりました。',
    failed:
      'ただいま担当者に連絡がつきません。よろしければメールアドレスをご記入ください。その間も引き続きお手伝いします。',
    wait_timeout:
      'ただいま担当者は全員対応中です。よろしければメールアドレスをご記入ください。その間も引き続きお手伝いします。',
    ended_by_person: '{service}との会話は終了しました。引き続きご用件をどうぞ。',
    ended_by_user: '{service}との会話を終了しました。引き続きご用件をどうぞ。',
    ended_by_timeout:
      'しばらくやり取りがなかったため、{service}との会話を終了しました。引き続きご用件をどうぞ。',
    ended: '{service}との会話は終了しました。',
    outside_hours:
      'ただいま受付時間外です。{service}の次の受付は{when}からです。よろしければメールアドレスをご記入ください。その間も引き続きお手伝いします。',
    closed:
      'ただいま担当者がおりません。よろしければメールアドレスをご記入ください。その間も引き続きお手伝いします。',
    email_thanks: 'ありがとうございます。メールアドレスを控えました。',
  },
}
