/** The same in further languages; see `notice-words.ts`. */
import type { noticeWords } from './notice-words.ts'

export const moreNoticeWords: typeof noticeWords = {
  ko: {
    connecting: '잠시만 기다려 주세요. 상담원에게 연결하고 있습니다.',
    waiting: '{service}에 요청이 전달되었습니다. 곧 상담원이 도와드리겠습니다.',
    connected: '{service} 상담원과 연결되었습니다.',
    failed:
      '지금은 상담원과 연결할 수 없습니다. 원하시면 이메일 주소를 남겨 주세요. 그동안 제가 계속 도와드리겠습니다.',
    wait_timeout:
      '지금은 모든 상담원이 상담 중입니다. 원하시면 이메일 주소를 남겨 주세요. 그동안 제가 계속 도와드리겠습니다.',
    ended_by_person: '{service}와의 상담이 종료되었습니다. 필요하시면 제가 계속 도와드리겠습니다.',
    ended_by_user: '{service}와의 상담을 종료하셨습니다. 필요하시면 제가 계속 도와드리겠습니다.',
    ended_by_timeout:
      '한동안 대화가 없어 {service}와의 상담이 종료되었습니다. 필요하시면 제가 계속 도와드리겠습니다.',
    ended: '{service}와의 상담이 종료되었습니다.',
    outside_hours:
      '지금은 상담 시간이 아닙니다. {service}의 다음 상담 시작: {when}. 원하시면 이메일 주소를 남겨 주세요. 그동안 제가 계속 도와드리겠습니다.',
    closed:
      '지금은 상담원이 없습니다. 원하시면 이메일 주소를 남겨 주세요. 그동안 제가 계속 도와드리겠습니다.',
    email_thanks: '감사합니다. 이메일 주소를 적어 두었습니다.',
  },
  it: {
    connecting: 'Un momento, la metto in contatto con una persona.',
    waiting: 'La sua richiesta è arrivata a {service}. Qualcuno sarà presto da lei.',
    connected: 'Ora sta parlando con una persona di {service}.',
    failed:
      'Al momento il nostro team non è raggiungibile. Se vuole, lasci qui il suo indirizzo e-mail; intanto resto a disposizione.',
    wait_timeout:
      'Al momento nessuno è libero. Se vuole, lasci qui il suo indirizzo e-mail; intanto resto a disposizione.',
    ended_by_person: 'La conversazione con {service} è terminata. Sono di nuovo qui se le serve altro.',
    ended_by_user: 'Ha terminato la conversazione con {service}. Sono di nuovo qui se le serve altro.',
    ended_by_timeout:
      'La conversazione con {service} è terminata per inattività. Sono di nuovo qui se le serve altro.',
    ended: 'La conversazione con {service} è terminata.',
    outside_hours:
      'Adesso non c’è nessuno. {service} torna disponibile: {when}. Se vuole, lasci qui il suo indirizzo e-mail; intanto resto a disposizione.',
    closed:
      'Adesso non c’è nessuno. Se vuole, lasci qui il suo indirizzo e-mail; intanto resto a disposizione.',
    email_thanks: 'Grazie, ho annotato il suo indirizzo e-mail.',
  },
  nl: {
    connecting: 'Een ogenblik, ik verbind u door met een medewerker.',
    waiting: 'Uw verzoek is aangekomen bij {service}. Er is zo iemand voor u.',
    connected: 'U spreekt nu met een medewerker van {service}.',
    failed:
      'Ons team is op dit moment niet bereikbaar. Laat hier gerust uw e-mailadres achter; tot die tijd help ik u graag.',
    wait_timeout:
      'Op dit moment is er niemand vrij. Laat hier gerust uw e-mailadres achter; tot die tijd help ik u graag.',
    ended_by_person: 'Het gesprek met {service} is beëindigd. Ik ben er weer voor u.',
    ended_by_user: 'U hebt het gesprek met {service} beëindigd. Ik ben er weer voor u.',
    ended_by_timeout:
      'Het gesprek met {service} is beëindigd omdat er een tijd niets is gezegd. Ik ben er weer voor u.',
    ended: 'Het gesprek met {service} is beëindigd.',
    outside_hours:
      'Er is nu niemand. {service} is weer bereikbaar: {when}. Laat hier gerust uw e-mailadres achter; tot die tijd help ik u graag.',
    closed: 'Er is nu niemand. Laat hier gerust uw e-mailadres achter; tot die tijd help ik u graag.',
    email_thanks: 'Dank u, ik heb uw e-mailadres genoteerd.',
  },
  ru: {
    connecting: 'Одну минуту, соединяю вас с сотрудником.',
    waiting: 'Ваш запрос передан: {service}. Скоро вам ответят.',
    connected: 'Теперь с вами говорит сотрудник: {service}.',
    failed:
      'Сейчас связаться с сотрудниками не удаётся. Вы можете оставить здесь адрес электронной почты, а пока я продолжу помогать.',
    wait_timeout:
      'Сейчас все сотрудники заняты. Вы можете оставить здесь адрес электронной почты, а пока я продолжу помогать.',
    ended_by_person: 'Разговор с сотрудником ({service}) завершён. Если что-то понадобится, я здесь.',
    ended_by_user: 'Вы завершили разговор с сотрудником ({service}). Если что-то понадобится, я здесь.',
    ended_by_timeout:
      'Разговор с сотрудником ({service}) завершён из-за отсутствия сообщений. Если что-то понадобится, я здесь.',
    ended: 'Разговор с сотрудником ({service}) завершён.',
    outside_hours:
      'Сейчас никого нет на месте. Служба «{service}» снова работает: {when}. Вы можете оставить здесь адрес электронной почты, а пока я продолжу помогать.',
    closed:
      'Сейчас никого нет на месте. Вы можете оставить здесь адрес электронной почты, а пока я продолжу помогать.',
    email_thanks: 'Спасибо, ваш адрес электронной почты записан.',
  },
  pl: {
    connecting: 'Chwileczkę, łączę z konsultantem.',
    waiting: 'Zgłoszenie dotarło do {service}. Za chwilę ktoś odpowie.',
    connected: 'Rozmawiasz teraz z konsultantem {service}.',
    failed:
      'Nasz zespół jest w tej chwili niedostępny. Możesz zostawić tu swój adres e-mail; do tego czasu chętnie pomogę.',
    wait_timeout:
      'W tej chwili nikt nie jest wolny. Możesz zostawić tu swój adres e-mail; do tego czasu chętnie pomogę.',
    ended_by_person: 'Rozmowa z {service} została zakończona. W razie potrzeby znów jestem do dyspozycji.',
    ended_by_user: 'Rozmowa z {service} została przez ciebie zakończona. Znów jestem do dyspozycji.',
    ended_by_timeout:
      'Rozmowa z {service} została zakończona z powodu braku wiadomości. Znów jestem do dyspozycji.',
    ended: 'Rozmowa z {service} została zakończona.',
    outside_hours:
      'Teraz nikogo nie ma. {service} będzie ponownie: {when}. Możesz zostawić tu swój adres e-mail; do tego czasu chętnie pomogę.',
    closed: 'Teraz nikogo nie ma. Możesz zostawić tu swój adres e-mail; do tego czasu chętnie pomogę.',
    email_thanks: 'Dziękuję, adres e-mail został zapisany.',
  },
  tr: {
    connecting: 'Bir dakika, sizi bir temsilciye bağlıyorum.',
    waiting: 'Talebiniz {service} ekibine ulaştı. Birazdan biri sizinle ilgilenecek.',
    connected: 'Şimdi {service} ekibinden biriyle konuşuyorsunuz.',
    failed:
      'Şu anda ekibimize ulaşılamıyor. İsterseniz e-posta adresinizi buraya bırakın; bu arada size yardım etmeye devam ederim.',
    wait_timeout:
      'Şu anda kimse müsait değil. İsterseniz e-posta adresinizi buraya bırakın; bu arada size yardım etmeye devam ederim.',
    ended_by_person: '{service} ile görüşme sona erdi. Bir şeye ihtiyacınız olursa buradayım.',
    ended_by_user: '{service} ile görüşmeyi sonlandırdınız. Bir şeye ihtiyacınız olursa buradayım.',
    ended_by_timeout:
      'Bir süredir yazışma olmadığı için {service} ile görüşme sona erdi. Bir şeye ihtiyacınız olursa buradayım.',
    ended: '{service} ile görüşme sona erdi.',
    outside_hours:
      'Şu anda kimse yok. {service} yeniden hizmette: {when}. İsterseniz e-posta adresinizi buraya bırakın; bu arada size yardım etmeye devam ederim.',
    closed:
      'Şu anda kimse yok. İsterseniz e-posta adresinizi buraya bırakın; bu arada size yardım etmeye devam ederim.',
    email_thanks: 'Teşekkürler, e-posta adresinizi not ettim.',
  },
  ar: {
    connecting: 'لحظة من فضلك، سأوصلك بأحد الموظفين.',
    waiting: 'وصل طلبك إلى {service}. سيرد عليك أحدهم قريبًا.',
    connected: 'أنت تتحدث الآن مع موظف من {service}.',
    failed: 'لا يمكن الوصول إلى فريقنا حاليًا. يمكنك ترك بريدك الإلكتروني هنا، وسأواصل مساعدتك.',
    wait_timeout: 'لا يوجد أحد متاح حاليًا. يمكنك ترك بريدك الإلكتروني هنا، وسأواصل مساعدتك.',
    ended_by_person: 'انتهت المحادثة مع {service}. أنا هنا إذا احتجت إلى شيء.',
    ended_by_user: 'لقد أنهيت المحادثة مع {service}. أنا هنا إذا احتجت إلى شيء.',
    ended_by_timeout: 'انتهت المحادثة مع {service} لعدم وجود رسائل. أنا هنا إذا احتجت إلى شيء.',
    ended: 'انتهت المحادثة مع {service}.',
    outside_hours:
      'لا يوجد أحد الآن. يعود {service}: {when}. يمكنك ترك بريدك الإلكتروني هنا، وسأواصل مساعدتك.',
    closed: 'لا يوجد أحد الآن. يمكنك ترك بريدك الإلكتروني هنا، وسأواصل مساعدتك.',
    email_thanks: 'شكرًا، لقد سجلت بريدك الإلكتروني.',
  },
}
