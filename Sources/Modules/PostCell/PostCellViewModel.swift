/// One post as a cell shows it: strings and flags, ready to be drawn.
public struct PostCellViewModel: Hashable, Sendable {
  /// Tells this entry from all others of the timeline.
  public var id: String
  public var name: String
  /// With `@`; empty where the source does not say.
  public var handle: String
  public var age: String
  /// “reposted by Ada Lovelace”, “in answer to another post”, “pinned”, “edited”, “for followers”.
  public var remarks: [String]
  public var warning: Warning?
  public var text: [TextRun]
  /// “image: a page of pencilled figures”.
  public var media: [String]
  public var poll: [PollBar]
  public var quote: QuoteBox?
  public var counts: [String]
  /// The full addresses behind the text's links and the media, in order, each once.
  public var links: [String]

  public struct Warning: Hashable, Sendable {
    public var text: String
    /// Whether text, media, poll and quote are shown all the same.
    public var isRevealed: Bool
  }

  public struct TextRun: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      case plain, link, match
    }

    public var text: String
    public var kind: Kind
  }

  public struct PollBar: Hashable, Sendable {
    public var title: String
    /// 0 to 100; nil where the result is not known.
    public var percent: Int?
    public var votes: String
  }

  public struct QuoteBox: Hashable, Sendable {
    /// Empty where the quoted post cannot be shown.
    public var name: String
    public var handle: String
    public var text: [TextRun]
  }
}

extension PostCellViewModel {
  /// Whether a content warning hides the rest.
  public var isFolded: Bool { warning.map { !$0.isRevealed } ?? false }
}
