extension Draft {
  /// Whether the draft contains nothing visible to send.
  public var isBlank: Bool {
    let sent = sanitized
    return sent.text.isBlank && sent.warning.isBlank && sent.media.isEmpty
      && (sent.poll?.options.allSatisfy(\.isBlank) ?? true)
  }

  /// The draft as it is sent: without control characters. Line breaks of other systems become line feeds, and
  /// directional marks stay.
  public var sanitized: Draft {
    var draft = self
    (draft.text, draft.warning) = (text.withoutControls, warning.withoutControls)
    if let options = poll?.options { draft.poll?.options = options.map(\.withoutControls) }
    draft.media = media.map(\.sanitized)
    return draft
  }
}

extension DraftMedia {
  /// The media with a sanitized description, as in `Draft.sanitized`.
  public var sanitized: DraftMedia {
    var media = self
    media.description = description.withoutControls
    return media
  }
}

extension String {
  /// Whether all characters are invisible.
  package var isBlank: Bool { unicodeScalars.allSatisfy { ($0.unescapedControl ?? $0).isInvisible } }

  /// The text without control characters and their placeholders (`EscapedControl`), except tabs and line breaks.
  fileprivate var withoutControls: String {
    var scalars = UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalarAsRead in unicodeScalars {
      let scalar = scalarAsRead.unescapedControl ?? scalarAsRead
      defer { last = scalar }
      switch scalar {
      case "\r", "\u{85}", "\u{2028}", "\u{2029}": scalars.append("\n")
      case "\n": if last != "\r" { scalars.append(scalar) }
      case "\t": scalars.append(scalar)
      default: if scalar.properties.generalCategory != .control { scalars.append(scalarAsRead) }
      }
    }
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// Whether it draws nothing: white space, joiners, directional marks and blank letters.
  fileprivate var isInvisible: Bool {
    if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return true }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
    // The braille pattern without dots.
    default: value == 0x2800
    }
  }
}
