import { expect, test } from 'vitest'
import { promisesIn } from './promises.ts'

const found = (text: string, language: string) => promisesIn(text, language).map(({ words }) => words)

test('Forbidden promises are found in English and in Hindi, as whole words, each by itself', () => {
  for (const [text, ...words] of [
    ['Guaranteed results', 'guaranteed'],
    ['India’s No. 1 department', 'no. 1'],
    ['Pain-free and risk free', 'pain-free', 'risk free'],
    ['Don’t miss it', "don't miss"],
    ['No prices here. The cheapest', 'cheapest'],
  ])
    expect(found(String(text), 'en'), text).toEqual(words)
  for (const [text, ...words] of [
    ['गारण्टी है, गारंटीशुदा नतीजे', 'गारण्टी', 'गारंटीशुदा'],
    ['दर्द-रहित और बिना दर्द के', 'दर्द-रहित', 'बिना दर्द'],
    ['सस्ती, 50% की छूट', 'सस्ती', '50% की छूट'],
    ['Best सर्जन', 'best'],
    // However its letters are stored: with a nukta of its own, in one letter, or without.
    ...['सीमित ऑफ\u093cर', 'सीमित ऑ\u095eर', 'सीमित ऑफर'].map((offer) => [offer, 'सीमित ऑफर']),
  ])
    expect(found(String(text), 'hi'), text).toEqual(words)
})

test('What is denied, harmless or only a part of a word is no promise', () => {
  for (const text of [
    'Your safety comes first',
    'There is no painless operation, and no risk-free one',
    'Choose the time that suits you best',
  ])
    expect(found(text, 'en'), text).toEqual([])
  for (const text of ['परिणाम की गारंटी कोई नहीं दे सकता', 'आपकी जानकारी हमारे पास सुरक्षित रहती है'])
    expect(found(text, 'hi'), text).toEqual([])
})
