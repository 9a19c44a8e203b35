import Domain
import DraftChecks

/// The text of a draft with its length and marks. A change only measures the pieces that it touches.
struct ComposerText {
  private struct Analysis {
    let length: ChunkLength
    /// Relative to the start of the piece.
    let marks: [ComposerViewModel.Mark]
  }

  private var text = ""
  private var pieces = ChunkedText {
    Analysis(length: ChunkLength($0), marks: ComposerMarks.marks(in: $0))
  }

  init(_ text: String) { update(text) }

  mutating func update(_ text: String) {
    self.text = text
    pieces.update(text)
  }

  func length(warning: String, limits: PostLimits) -> PostLength {
    PostLength(
      text, pieces.chunks.lazy.map { (bytes: $0.length, length: $0.analysis.length) }, warning: warning, limits: limits)
  }

  /// - Parameter overflow: the first character over the limit; nil if the text fits.
  func marks(overflow: String.Index?) -> [ComposerViewModel.Mark] {
    var marks: [ComposerViewModel.Mark] = []
    var byte = 0
    for piece in pieces.chunks {
      for mark in piece.analysis.marks {
        marks.append(.init(bytes: mark.bytes.lowerBound + byte..<mark.bytes.upperBound + byte, kind: mark.kind))
      }
      byte += piece.length
    }
    if let overflow {
      marks.append(.init(bytes: text.utf8.distance(from: text.startIndex, to: overflow)..<byte, kind: .overflow))
    }
    return marks
  }
}
