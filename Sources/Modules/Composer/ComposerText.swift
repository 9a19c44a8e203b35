import Domain

/// The text that is being written: how long it is, and what looks different in it. Of a change only what it touches is
/// looked at.
struct ComposerText {
  private struct Finding {
    let length: PieceLength
    /// From the beginning of the piece.
    let marks: [ComposerViewModel.Mark]
  }

  private var text = ""
  private var pieces = PiecedText {
    Finding(length: PieceLength($0), marks: ComposerMarks.marks(in: $0))
  }

  init(_ text: String) { update(text) }

  mutating func update(_ text: String) {
    self.text = text
    pieces.update(text)
  }

  func length(warning: String, limits: PostLimits) -> PostLength {
    PostLength(
      text, pieces.pieces.lazy.map { (bytes: $0.length, length: $0.finding.length) }, warning: warning, limits: limits)
  }

  /// - Parameter overflow: from where on it is too much.
  func marks(overflow: String.Index?) -> [ComposerViewModel.Mark] {
    var marks: [ComposerViewModel.Mark] = []
    var byte = 0
    for piece in pieces.pieces {
      for mark in piece.finding.marks {
        marks.append(.init(bytes: mark.bytes.lowerBound + byte..<mark.bytes.upperBound + byte, kind: mark.kind))
      }
      byte += piece.length
    }
    if let overflow {
      marks.append(.init(bytes: text.utf8.distance(from: text.startIndex, to: overflow)..<byte, kind: .tooMuch))
    }
    return marks
  }
}
