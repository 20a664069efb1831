/** What a hospital does not promise, and by which words one recognises it. */
export interface PromiseRule {
  /** Why not, in one sentence, with a rule of the profession that says so. */
  reason: string
  /**
   * Regular expressions by language, for whole words of a text that `promises.ts` has made plain. A space stands for
   * any spaces and hyphens.
   */
  words: Readonly<Record<string, readonly string[]>>
  /** Phrases that have such words in them and promise nothing. */
  harmless?: Readonly<Record<string, readonly string[]>>
}

const GMC = "the UK's General Medical Council, cosmetic interventions (2016)"

export const PROMISE_RULES: readonly PromiseRule[] = [
  {
    reason: `Nobody can promise the result of an operation: ${GMC}, "You must not falsely claim or imply that certain results are guaranteed".`,
    words: {
      en: [
        'guarantee(s|d|ing)?',
        'we promise',
        '(assured|promised) (results?|outcomes?)',
        '(100|hundred|cent) ?(%|per ?cent)',
        'money back',
        '(permanent|lifelong|perfect|flawless|instant) (results?|nose|face|body|breasts?|figure|skin)',
        'flawless(ly)?',
        'miracles?|miraculous(ly)?',
      ],
      hi: [
        'ग[ाैॅ]र(ं|न्|ण्)टी ?(शुदा|ड)?',
        'शर्तिया',
        '(100|१००|सौ) ?(%|प्रतिशत|फीसदी|परसेंट)|शत प्रतिशत',
        '(निश्चित|पक्का|पक्के|स्थायी|मनचाहा|मनचाहे) (इलाज|परिणाम|नतीजा|नतीजे|रिजल्ट)',
        'वादा करते हैं',
        'चमत्कार(ी|िक)?|जादुई',
        'परफेक्ट',
      ],
    },
  },
  {
    reason:
      "Nobody can prove it: the Advertising Standards Council of India's code, chapter I, and the UK's CAP Code, rule 12.1, want claims that can be proved.",
    words: {
      en: [
        'best|finest|greatest',
        'unmatched|unrivall?ed|unbeatable|unparalleled|second to none',
        'world (class|leading|renowned|famous)',
        'no\\.? ?1|number (1|one)|# ?1',
        'top (rated|class|notch|surgeons?|doctors?|hospitals?|clinics?)',
        'leading (hospitals?|clinics?|departments?|surgeons?|doctors?|specialists?|experts?|cent(re|er)s?)',
        'most (trusted|advanced|experienced|modern|successful|skilled|qualified)',
      ],
      hi: [
        'सर्वश्रेष्ठ|सर्वोत्तम|सर्वोत्कृष्ट',
        'सबसे (अच्छ[ाीे]|बेहतर(ीन)?|बढिया|श्रेष्ठ|उत्तम|भरोसेमंद|विश्वसनीय|अनुभवी|कुशल|उन्नत|आधुनिक|सफल)',
        'बेहतरीन|बेस्ट|बेजोड|अद्वितीय|लाजवाब|अव्वल|अग्रणी',
        '(नंबर|नं\\.?) ?(वन|एक|1|१)',
        'विश्व ?स्तरीय|वर्ल्ड ?क्लास',
        '(शीर्ष|टॉप) (अस्पताल|हॉस्पिटल|सर्जन|डॉक्टर)',
      ],
    },
    harmless: {
      en: [
        'best (times?|moments?|days?|interests?|wishes|regards|before|suits?|fits?|describes?)',
        '(do|does|did|doing|try|tries|trying) (our|your|their|my|his|her) best',
        '(suits?|works?|fits?|know|knows) ((you|us|them|me) )?best',
        'at best',
      ],
      hi: ['सबसे (अच्छा|बेहतर) (समय|वक्त|दिन)'],
    },
  },
  {
    reason: `Every operation hurts, leaves scars and has risks: ${GMC}, "You must not claim that interventions are risk free".`,
    words: {
      en: [
        'pain(less(ly)?| ?free)',
        '(risk|scar|danger|complication) ?free|scarless|riskless',
        '(no|without|zero|free (of|from)) (any )?(pain|risks?|danger|scars?|scarring|side effects?|complications?|downtime)(?! ?(free|less))',
        'safe(r|st)?',
        'harmless|effortless(ly)?',
        '(quick|simple) and (easy|painless)|easy and (quick|painless)',
        'lunch ?(time|hour|break) (surgery|procedure|operation|lift)',
      ],
      hi: [
        '(दर्द|पीडा|जोखिम|खतरा|निशान) ?(रहित|मुक्त|हीन|विहीन|फ्री)',
        '(बिना|बगैर) (किसी )?(दर्द|पीडा|तकलीफ|जोखिम|खतरे|रिस्क|निशान|दाग|साइड ?इफेक्ट|दुष्प्रभाव)',
        '(दर्द|पीडा|तकलीफ|जोखिम|खतरे|निशान|दाग|साइड ?इफेक्ट|दुष्प्रभाव) के (बिना|बगैर)',
        '(कोई (भी )?)?(दर्द|जोखिम|खतरा|रिस्क|निशान|दाग|साइड ?इफेक्ट|दुष्प्रभाव) (बिल्कुल )?नहीं',
        'सुरक्षित|सेफ',
        '(आसान|मामूली) (सर्जरी|ऑपरेशन)',
      ],
    },
    harmless: {
      en: [
        'safe (side|place|distance|keeping|from)|fail safe',
        '(keep|keeps|kept|keeping|stay|stays|store|stored) (\\S+ ){0,4}safe',
        '(whether|if|when|until|how) (\\S+ ){0,4}safer?',
      ],
      hi: ['(जानकारी|डेटा|विवरण|संदेश) (\\S+ ){0,3}सुरक्षित', 'सुरक्षित (रूप से )?(रख|रह|सहेज|भेज)\\S*'],
    },
  },
  {
    reason: `A decision about an operation needs time: ${GMC}, "You must not use promotional tactics in ways that could encourage people to make an ill-considered decision".`,
    words: {
      en: [
        'limited (time|period|offers?|places|slots|seats)( offers?)?',
        '(special|festive|exclusive) (offers?|deals?)|early bird',
        '(offers?|deals?) (ends?|closes?|expires?|valid)',
        '(today|tonight|this week|now) only|only (today|tonight|this week)',
        'hurry( up)?|now or never|last chance|before it is too late',
        '(book|call|act|apply|register|sign up) (right )?now|book today',
        "(don't|do not) (miss|wait|delay)",
        'while (slots|places|seats|stocks?) lasts?',
        '(slots|places|seats) (left|remaining)',
        '(ends|ending) (soon|today|tonight|tomorrow)',
      ],
      hi: [
        'सीमित (समय|अवधि|ऑफर|सीट|सीटें|स्लॉट|स्थान|संख्या)( ऑफर)?',
        '[ऑओआ]फर',
        '(केवल|सिर्फ|बस) आज|आज ही',
        '(जल्दी|शीघ्र|शीघ्रता) (करें|कीजिए|कीजिये|करिए|करो)',
        '(आखिरी|अंतिम) (मौका|मौके|अवसर)',
        '(मौका|अवसर) (न|ना|मत) \\S+',
        '(देर|इंतजार) (न|ना|मत) (करें|कीजिए|करो)',
        '(अभी|तुरंत) (बुक|कॉल|फोन|संपर्क|रजिस्टर)',
      ],
    },
  },
  {
    reason:
      'A price tempts people to decide before they have been advised: the Indian Medical Council regulations of 2002, 6.1, forbid to solicit patients.',
    words: {
      en: [
        'affordab(le|ly|ility)|inexpensive|cheap(er|est|ly)?|bargains?',
        '(low|lower|lowest|best|special|attractive|reasonable) (prices?|costs?|rates?|fees?)|low (cost|priced?)',
        'discount(s|ed)?|half price|cashback|value for money|(budget|pocket) friendly',
        '\\d+ ?(%|per ?cent) off',
        'free (gifts?|surgery|operations?)|gift vouchers?|two for one',
      ],
      hi: [
        'सस्त[ाीे]|किफायती|रियायती',
        '(कम|सबसे कम|वाजिब) (कीमत|दाम|दर|मूल्य|लागत|पैसों)',
        '(विशेष|भारी|आकर्षक|बंपर) छूट|\\d+ ?(%|प्रतिशत|फीसदी) (की |तक की |तक )?छूट|छूट (पाएं|मिलेगी|उपलब्ध)',
        'डिस्काउंट|कैशबैक',
        'मुफ्त (सर्जरी|ऑपरेशन|उपहार)',
      ],
    },
  },
]
