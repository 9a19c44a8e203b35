import Domain
import TerminalKit

/// One post as a cell shows it: strings and flags, ready to be drawn.
public struct PostCellViewModel: Hashable, Sendable {
  /// Tells this entry from all others of the timeline.
  public var id: String
  public var name: String
  /// With `@`; empty where the source does not say.
  public var handle: String
  public var age: String
  /// “2026-11-19”: the day or month that begins with it; nil where it goes on.
  public var heading: String?
  /// Whether nobody has come to it yet since it is there.
  public var isUnread = false
  /// The account that it was found in, where several are looked through: “@ada@demo”.
  public var foundIn: String?
  /// “reposted by Ada Lovelace”, “in reply to another post”, “pinned”, “edited”, “for followers”.
  public var remarks: [String]
  public var warning: Warning?
  public var text: [TextRun]
  /// “▣ a page of pencilled figures”, an attachment each.
  public var media: [[TextRun]]
  public var poll: [PollBar]
  /// “43 votes · closed”; nil where there is no poll.
  public var pollOutcome: String?
  public var quote: QuoteBox?
  public var counts: [Count]
  /// The full addresses behind the text's links and the media, in order, each once.
  public var links: [String]
  /// nil for a cell of a list.
  public var details: Details?
  /// What is said of keys in the cell.
  public var keys = KeyNames.standard
  /// How much of it is drawn in a list.
  public var density = Density.comfortable

  public struct Warning: Hashable, Sendable {
    /// In full: “Warning: the ending”.
    public var text: String
    /// Whether text, media, poll and quote are shown all the same.
    public var isRevealed: Bool
  }

  /// The keys that a cell names, in words: empty where no key does it.
  public struct KeyNames: Hashable, Sendable {
    public static let standard = KeyNames(.standard)

    /// “z to reveal”.
    public var reveal: String
    /// “z to fold”.
    public var fold: String
    /// “Enter to read on”.
    public var readOn: String

    public init(_ keymap: Keymap) {
      reveal = keymap.sentence(PostCommands.toggleWarning, "to reveal")
      fold = keymap.sentence(PostCommands.toggleWarning, "to fold")
      readOn = keymap.sentence(PostCommands.open, "to read on")
    }
  }

  public struct TextRun: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      case plain, link, mention, tag, match
      /// What a picture, a film or a sound shows.
      case media
      /// Says where a link leads: “[1]”.
      case number
    }

    public var text: String
    public var kind: Kind
    /// Where it leads.
    public var url: String?
    public var emphasis: Emphasis = []
  }

  public struct PollBar: Hashable, Sendable {
    public var title: String
    /// 0 to 100; nil where the result is not known.
    public var percent: Int?
    public var votes: String
    /// Where one can vote; nil in a list.
    public var url: String?
  }

  /// “♥ 40”.
  public struct Count: Hashable, Sendable {
    public var text: String
    /// Whether the reader is among them.
    public var isOwn = false
  }

  public struct QuoteBox: Hashable, Sendable {
    /// Empty where the quoted post cannot be shown.
    public var name: String
    public var handle: String
    public var text: [TextRun]
    /// Whether the quoted post has a content warning of its own.
    public var hasWarning = false
    /// Whether it is shown all the same.
    public var isRevealed = false
  }

  /// What a post says only in full, beside its links.
  public struct Details: Hashable, Sendable {
    /// When it was written, who may read it, what has become of it.
    public var facts: [String]
    public var address: String?
  }
}

extension PostCellViewModel {
  /// Whether a content warning hides the rest.
  public var isFolded: Bool { warning.map { !$0.isRevealed } ?? false }

  /// Whether what a content warning would hide is shown.
  public var isRevealed: Bool { warning?.isRevealed ?? quote?.isRevealed ?? false }

  /// Whether there is something to reveal or to fold.
  public var canBeFolded: Bool { warning != nil || (details != nil && quote?.hasWarning == true) }
}

extension PostCellViewModel: CellRow {
  public var isMarked: Bool { isUnread }

  public func lines(width: Int) -> [StyledText] {
    PostCellLayout(width: width, isComplete: details != nil).lines(of: self)
  }
}
