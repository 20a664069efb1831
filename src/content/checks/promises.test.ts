import { describe, expect, it } from 'vitest'
import { promisesIn } from './promises.ts'

const found = (text: string, language = 'en') => promisesIn(text, language).map(({ words }) => words)

describe('A forbidden promise in English', () => {
  it.each([
    ['Guaranteed results', ['Guaranteed']],
    ['We guarantee it, and our surgeons GUARANTEE it too', ['guarantee', 'GUARANTEE']],
    ['The best surgeons', ['best']],
    ['India’s No. 1 department', ['No. 1']],
    ['A world-class hospital', ['world-class']],
    ['The leading clinic', ['leading clinic']],
    ['Painless liposuction', ['Painless']],
    ['Pain-free and risk free', ['Pain-free', 'risk free']],
    ['No scars, no downtime', ['No scars', 'no downtime']],
    ['Rhinoplasty is safe', ['safe']],
    ['An affordable nose', ['affordable']],
    ['The cheapest', ['cheapest']],
    ['Limited-time offer', ['Limited-time offer']],
    ['Limited offer: 20% off', ['Limited offer', '20% off']],
    ['Only today. Hurry!', ['Only today', 'Hurry']],
    ['Don’t miss it', ['Don’t miss']],
    ['100 % success', ['100 %']],
    ['Not only gentle but painless', ['painless']],
    ['No prices here. Results guaranteed', ['guaranteed']],
  ])('is found: %s', (text, words) => {
    expect(found(text)).toEqual(words)
  })

  it.each([
    'They bestow time on every question',
    'Your safety comes first',
    'An unsafe ladder',
    'Nobody can guarantee the result of an operation',
    'No operation is without risk',
    'There is no painless operation, and no risk-free one',
    'Results are never guaranteed',
    'We don’t offer discounts',
    'There is no hurry',
    'Choose the time that suits you best',
    'The best time to call is the morning',
    'We keep your details safe',
    'A surgeon tells you whether an operation is safe for you',
    'Leading to a scar',
    'The consultation costs 1,000 rupees',
  ])('is not found: %s', (text) => {
    expect(found(text)).toEqual([])
  })
})

describe('A forbidden promise in Hindi', () => {
  it.each([
    ['परिणाम की गारंटी', ['गारंटी']],
    ['गारण्टी है, गारंटीशुदा नतीजे', ['गारण्टी', 'गारंटीशुदा']],
    ['भारत का सर्वश्रेष्ठ अस्पताल', ['सर्वश्रेष्ठ']],
    ['सबसे अच्छे सर्जन', ['सबसे अच्छे']],
    ['दर्दरहित सर्जरी', ['दर्दरहित']],
    ['दर्द-रहित और दर्द रहित', ['दर्द-रहित', 'दर्द रहित']],
    ['बिना दर्द के ऑपरेशन', ['बिना दर्द']],
    ['कोई निशान नहीं', ['कोई निशान नहीं']],
    ['यह सर्जरी पूरी तरह सुरक्षित है', ['सुरक्षित']],
    ['सीमित समय के लिए', ['सीमित समय']],
    ['सीमित ऑफ़र', ['सीमित ऑफ़र']],
    ['सीमित ऑफर', ['सीमित ऑफर']],
    ['केवल आज, जल्दी करें', ['केवल आज', 'जल्दी करें']],
    ['सस्ती और किफ़ायती', ['सस्ती', 'किफ़ायती']],
    ['50% की छूट', ['50% की छूट']],
    ['Best सर्जन', ['Best']],
  ])('is found: %s', (text, words) => {
    expect(found(text, 'hi')).toEqual(words)
  })

  it('is found however its letters are stored: with a nukta of its own or without one', () => {
    const offer = 'सीमित ऑफ़र'
    for (const form of ['NFC', 'NFD'] as const)
      expect(found(offer.normalize(form), 'hi')).toEqual([offer.normalize(form)])
    expect(found('सीमित ऑफ\u093cर', 'hi')).toHaveLength(1)
    expect(found('सीमित ऑ\u095eर', 'hi')).toHaveLength(1)
  })

  it.each([
    'परिणाम की गारंटी कोई नहीं दे सकता',
    'कोई भी ऑपरेशन पूरी तरह सुरक्षित नहीं होता',
    'आपकी जानकारी हमारे पास सुरक्षित रहती है',
    'असुरक्षित रास्ता',
    'अगर कॉल छूट जाए',
    'डेटा संरक्षण',
    'किसी भी समय',
  ])('is not found: %s', (text) => {
    expect(found(text, 'hi')).toEqual([])
  })
})
