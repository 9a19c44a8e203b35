import Domain
import Testing

/// The words of text do not depend on its Unicode normalization form, like Swift's string comparison.
@Suite struct SearchJoiningTests {
  private static let kana = (UInt32(0x3041)..<0x3100).compactMap(Unicode.Scalar.init)

  private func folded(_ text: String) -> [[Unicode.Scalar]] {
    SearchWords.words(in: text).map { Array($0.folded.unicodeScalars) }
  }

  private func text(_ scalars: Unicode.Scalar...) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  @Test(arguments: ["\u{3099}", "\u{309A}"] as [Unicode.Scalar])
  func `Kana and sound marks are composed`(mark: Unicode.Scalar) {
    let narrow: Unicode.Scalar = mark == "\u{3099}" ? "\u{FF9E}" : "\u{FF9F}"
    var joined = 0
    for letter in Self.kana {
      let marked = text(letter, mark)
      let whole = Self.kana.map { text($0) }.first { $0 == marked }
      #expect(folded(marked) == folded(whole ?? text(letter)), "\(marked)")
      #expect(folded(text(letter, narrow)) == folded(marked), "\(marked)")
      joined += whole == nil ? 0 : 1
    }
    #expect(joined == (mark == "\u{3099}" ? 48 : 10))
  }

  @Test func `Hangul letters are composed`() throws {
    for number in UInt32(0)..<11_172 {
      let syllable = text(try #require(Unicode.Scalar(0xAC00 + number)))
      let (first, middle, last) = (number / 588, number % 588 / 28, number % 28)
      var letters = text(
        try #require(Unicode.Scalar(0x1100 + first)), try #require(Unicode.Scalar(0x1161 + middle)))
      if last > 0 { letters.unicodeScalars.append(try #require(Unicode.Scalar(0x11A7 + last))) }
      guard syllable == letters, folded(letters) == folded(syllable), folded(syllable).count == 1 else {
        Issue.record("\(syllable)")
        return
      }
    }
  }

  @Test func `Half-width forms are folded`() {
    let narrow = "ｦｧｨｩｪｫｬｭｮｯｰｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝ"
    let wide = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
    #expect(narrow.unicodeScalars.count == 56)
    #expect(folded(narrow) == folded(wide))
    #expect(folded("ﾡﾢﾾￂￇￊￏￒￗￚￜ") == folded("ㄱㄲㅎㅏㅔㅕㅚㅛㅠㅡㅣ"))
    #expect(folded("｡ﾞ｢ﾟ｣､･") == [])
  }

  @Test func `Ranges cover composed characters`() {
    let text = "xｶﾞ か\u{3099}か\u{1112}\u{1161}\u{11AB}\u{1100}y"
    let words = SearchWords.words(in: text)
    #expect(
      words.map { Array(text[$0.range].unicodeScalars) } == [
        ["x"], ["ｶ", "ﾞ"], ["か", "\u{3099}"], ["か"], ["\u{1112}", "\u{1161}", "\u{11AB}"], ["\u{1100}"], ["y"],
      ])
    #expect(words.map(\.folded) == ["x", "ガ", "が", "か", "한", "\u{1100}", "y"])
  }
}
