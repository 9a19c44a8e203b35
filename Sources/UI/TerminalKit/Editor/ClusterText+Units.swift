/// The extent of a movement or a deletion.
public enum TextUnit: Hashable, Sendable {
  /// A grapheme cluster.
  case character
  /// Letters and digits, skipping punctuation and whitespace. In scripts without spaces, a run of one script.
  case word
  /// A run of non-whitespace characters.
  case blankWord
  /// Up to the end of a sentence or a paragraph.
  case sentence
  /// Text between two line ends.
  case paragraph
  case text
}

public enum TextDirection: Hashable, Sendable {
  case backward, forward
}

/// Character classes for word boundaries.
private enum WordClass {
  case blank, sign
  case letters, ideographs, hiragana, katakana, picture

  var isWord: Bool { self != .blank && self != .sign }

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: self = .letters
    case ..<0x21: self = .blank
    case ..<0x80: self = .sign
    case 0x3005...0x3007, 0x3400..<0xA000, 0xF900..<0xFB00, 0x20000..<0x40000: self = .ideographs
    case 0x3041...0x309F: self = .hiragana
    case 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: self = .katakana
    default: self = WordClass(scalar.properties)
    }
  }

  private init(_ properties: Unicode.Scalar.Properties) {
    switch properties.generalCategory {
    case .spaceSeparator: self = .blank
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark, .connectorPunctuation:
      self = .letters
    default: self = properties.isEmoji ? .picture : .sign
    }
  }
}

extension ClusterText {
  /// The target of a movement from a position.
  func position(_ unit: TextUnit, _ direction: TextDirection, of position: Int) -> Int {
    switch (unit, direction) {
    case (.character, .backward): max(0, position - 1)
    case (.character, .forward): min(count, position + 1)
    case (.word, .backward): wordStart(before: position)
    case (.word, .forward): wordEnd(after: position)
    case (.blankWord, .backward): blankWordStart(before: position)
    case (.blankWord, .forward): blankWordEnd(after: position)
    case (.sentence, .backward): sentenceStart(before: position)
    case (.sentence, .forward): sentenceEnd(after: position)
    case (.paragraph, .backward): lineStart(of: position)
    case (.paragraph, .forward): lineEnd(of: position)
    case (.text, .backward): 0
    case (.text, .forward): count
    }
  }

  /// The position after the previous line end.
  func lineStart(of position: Int) -> Int {
    var start = position
    while start > 0, !isLineEnd(start - 1) { start -= 1 }
    return start
  }

  /// The position before the next line end.
  func lineEnd(of position: Int) -> Int {
    var end = position
    while end < count, !isLineEnd(end) { end += 1 }
    return end
  }
}

extension ClusterText {
  private func wordClass(_ cluster: Int) -> WordClass { WordClass(firstScalar(of: cluster)) }

  private func wordEnd(after position: Int) -> Int {
    var end = position
    while end < count, !wordClass(end).isWord { end += 1 }
    guard end < count else { return end }
    let kind = wordClass(end)
    while end < count, wordClass(end) == kind { end += 1 }
    return end
  }

  private func wordStart(before position: Int) -> Int {
    var start = position
    while start > 0, !wordClass(start - 1).isWord { start -= 1 }
    guard start > 0 else { return start }
    let kind = wordClass(start - 1)
    while start > 0, wordClass(start - 1) == kind { start -= 1 }
    return start
  }

  private func blankWordEnd(after position: Int) -> Int {
    var end = position
    while end < count, wordClass(end) == .blank { end += 1 }
    while end < count, wordClass(end) != .blank { end += 1 }
    return end
  }

  private func blankWordStart(before position: Int) -> Int {
    var start = position
    while start > 0, wordClass(start - 1) == .blank { start -= 1 }
    while start > 0, wordClass(start - 1) != .blank { start -= 1 }
    return start
  }

  /// Whether a cluster is whitespace, where a typed word ends.
  func isBlank(_ cluster: Int) -> Bool { wordClass(cluster) == .blank }
}

extension ClusterText {
  private func sentenceEnd(after position: Int) -> Int {
    var end = position
    while end < count, wordClass(end) == .blank { end += 1 }
    while end < count {
      if isLineEnd(end) { return end }
      end += 1
      if endsSentence(at: end) { return end }
    }
    return end
  }

  private func sentenceStart(before position: Int) -> Int {
    var start = position
    while start > 0, wordClass(start - 1) == .blank { start -= 1 }
    while start > 0 {
      start -= 1
      if start == 0 || isLineEnd(start - 1) || endsSentence(at: start) { break }
    }
    while start < position, wordClass(start) == .blank { start += 1 }
    return start
  }

  /// Whether a sentence ends at a position: after a full stop and closing punctuation, followed by whitespace or the
  /// end of the text. Scripts without spaces do not need the whitespace.
  private func endsSentence(at position: Int) -> Bool {
    var last = position - 1
    while last >= 0, firstScalar(of: last).closesBehindStop { last -= 1 }
    guard last >= 0 else { return false }
    let stop = firstScalar(of: last)
    guard stop.endsSentence else { return false }
    guard position < count else { return true }
    let next = firstScalar(of: position)
    if wordClass(position) == .blank { return true }
    return stop.isWideStop && !next.closesBehindStop && !next.endsSentence
  }
}

extension Unicode.Scalar {
  fileprivate var endsSentence: Bool { value == 0x2026 || properties.isSentenceTerminal }

  fileprivate var isWideStop: Bool {
    value == 0x3002 || value == 0xFF01 || value == 0xFF0E || value == 0xFF1F || value == 0xFF61
  }

  fileprivate var closesBehindStop: Bool {
    switch properties.generalCategory {
    case .closePunctuation, .finalPunctuation, .initialPunctuation: true
    default: self == "\"" || self == "'"
    }
  }
}
