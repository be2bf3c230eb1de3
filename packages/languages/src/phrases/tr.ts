/** How users ask for a person in Turkish. Its verbs say no, and when, at their end. */
import { type AskPatterns, led } from './ask-patterns.ts'

export const tr: AskPatterns = {
  cues: [
    'insan',
    'kisi',
    'temsilci',
    'yetkili',
    'operator',
    'gorevli',
    'personel',
    'calisan',
    'mudur',
    'biri',
    'destek',
    'hizmet',
    'bot',
  ],
  not: ['insan (?:kaynaklari|haklari|vucudu)', '‹kisi basi(?:na)?›', '(?:tur|gsm|mobil) operatoru[a-z]{0,3}'],
  asks: [
    '‹(?:gercek |canli )?(?:bir )?(?:insan|kisi|temsilci|musteri temsilcisi|musteri hizmetleri|yetkili|operator|gorevli|personel|calisan|mudur|biri)(?:la|le|yla|yle|siyle|sine|ye|ya|e|a|ne|si ile| ile|lerden biriyle)? (?:gorus|konus|bagla|aktar|baglan)',
    '‹(?:canli destek|musteri temsilcisi|gercek bir insan|gercek insan|temsilci)(?:e|ye|ne)? (?:istiyorum|lutfen|baglayin|baglar misin)',
    '‹(?:bana|bize) (?:gercek )?bir (?:insan|temsilci|yetkili|calisan) (?:verin|ver|bulun|bul)›',
    '‹(?:konus|gorus)abilecegim (?:gercek )?(?:biri|bir insan|kimse|bir yetkili)',
    '‹(?:ro)?bot(?:la|le| ile) (?:konusmak|gorusmek|yazismak) istemiyorum',
  ],
  alone: [
    '(?:(?:lutfen|merhaba|hayir(?=[,.!])),? ){0,6}(?:bir )?(?:musteri temsilcisi|temsilci|canli destek|operator|insan|gercek (?:bir )?insan)(?:,? lutfen)?',
  ],
  before: [],
  others: [
    led(
      ['kullanicilar|musteriler|musterilerim|musterilerimiz|ziyaretciler|annem|babam|esim|onlar|arkadasim'],
      ['direkt|dogrudan|bizim'],
    ),
  ],
  after: [
    '(?:ma|me)(?:yin|yiniz|yalim|sin|den|dan|m[ae] gerek| gerek|(?![a-z]))',
    '(?:n|t)?(?:mak|mek) (?:iste(?:mi|mem|mez)|zorunda|sart|gerekmi)',
    '(?:mak|mek)(?:tan|ten)',
    '(?:mak|mek) ist(?:iyor|er)(?!um|uz|im|dim)',
    '(?:tu|du|di|ti|mustu|misti)(?:m|k)?(?![a-z])',
    '(?:tug|dug|dig|tig)[a-z]{1,4}',
    '(?:u|i)?yor (?:mu|mi)',
  ],
}
