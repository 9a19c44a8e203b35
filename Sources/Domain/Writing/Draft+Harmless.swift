extension Draft {
  /// Whether servers are sent nothing that anybody could see: what is not seen is neither text nor a question.
  public var isBlank: Bool {
    let sent = harmless
    return sent.text.isBlank && sent.warning.isBlank && sent.media.isEmpty
      && (sent.poll?.options.allSatisfy(\.isBlank) ?? true)
  }

  /// The same as servers are sent it: without what no text has. Line ends of other systems are line ends, and what turns
  /// the direction of writing stays.
  public var harmless: Draft {
    var draft = self
    (draft.text, draft.warning) = (text.withoutControls, warning.withoutControls)
    if let options = poll?.options { draft.poll?.options = options.map(\.withoutControls) }
    draft.media = media.map(\.harmless)
    return draft
  }
}

extension DraftMedia {
  /// As `Draft.harmless`.
  public var harmless: DraftMedia {
    var media = self
    media.description = description.withoutControls
    return media
  }
}

extension String {
  /// Whether nothing of it is seen.
  var isBlank: Bool { unicodeScalars.allSatisfy { ($0.unescapedControl ?? $0).isInvisible } }

  /// Without control characters, be they told by their stand-ins, but for tabs and line ends.
  fileprivate var withoutControls: String {
    var scalars = UnicodeScalarView()
    var last: Unicode.Scalar?
    for told in unicodeScalars {
      let scalar = told.unescapedControl ?? told
      defer { last = scalar }
      switch scalar {
      case "\r", "\u{85}", "\u{2028}", "\u{2029}": scalars.append("\n")
      case "\n": if last != "\r" { scalars.append(scalar) }
      case "\t": scalars.append(scalar)
      default: if scalar.properties.generalCategory != .control { scalars.append(told) }
      }
    }
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// Whether it leaves no mark of its own: space, what joins or parts others, what turns the direction of writing, and
  /// letters that are drawn as nothing.
  fileprivate var isInvisible: Bool {
    if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return true }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
    // An empty pattern of dots.
    default: value == 0x2800
    }
  }
}
