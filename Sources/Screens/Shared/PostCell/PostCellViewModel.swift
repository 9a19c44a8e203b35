import Domain
import TerminalKit

/// A post as its cell shows it: strings and flags, ready to be drawn.
public struct PostCellViewModel: Hashable, Sendable {
  /// Unique in its timeline.
  public var id: String
  public var name: String
  /// With `@`; empty if unknown.
  public var handle: String
  public var age: String
  public var nextAgeChange: Duration?
  /// “2026-11-19”: the day or month that starts with this post; nil if it is that of the post above.
  public var heading: String?
  /// Whether the user has not reached it since it arrived.
  public var isUnread = false
  /// The account that the entry is of, in a list of several accounts.
  public var account: AccountMark?
  /// “reposted by Ada Lovelace”, “in reply to another post”, “pinned”, “edited”, “followers only”.
  public var remarks: [String]
  public var warning: Warning?
  /// “Translated from German by DeepL · a T shows the original”; nil if the text is the original.
  public var translation: String?
  public var text: [TextRun]
  /// “▣ a page of pencilled figures”, one per attachment.
  public var media: [[TextRun]]
  /// Whether the keys that download pictures are named next to their descriptions.
  public var namesPictureKeys = false
  /// The content that is drawn as pictures.
  public var images = Images()
  /// The details of link previews, by their indexes in `media`. Empty in a list.
  public var cards: [Int: Card] = [:]
  public var poll: [PollBar]
  /// “43 votes · closed”; nil without a poll.
  public var pollOutcome: String?
  public var quote: QuoteBox?
  public var counts: [Count]
  /// The full addresses of the text's links and the media, in order, without duplicates.
  public var links: [String]
  /// nil in a list.
  public var details: Details?
  /// The key names for hints in the cell.
  public var keys = KeyNames.standard
  /// The space that the cell takes in a list.
  public var density = Density.comfortable

  public struct Warning: Hashable, Sendable {
    /// In full: “Warning: the ending”.
    public var text: String
    /// Whether text, media, poll and quote are visible.
    public var isRevealed: Bool
  }

  /// Hints at the keys that a cell names; empty if a command has no key.
  public struct KeyNames: Hashable, Sendable {
    public static let standard = KeyNames(.standard)
    /// Names no keys, where they have no effect.
    public static let none = KeyNames(reveal: "", fold: "", readMore: "", pictures: "")

    /// “z to reveal”.
    public var reveal: String
    /// “z to fold”.
    public var fold: String
    /// “Enter to read more”.
    public var readMore: String
    /// “m to view, :fetch-pictures auto to download all”: the palette changes the setting.
    public var pictures: String

    public init(_ keymap: Keymap) {
      reveal = keymap.sentence(PostCommands.toggleWarning, "to reveal")
      fold = keymap.sentence(PostCommands.toggleWarning, "to fold")
      readMore = keymap.sentence(PostCommands.open, "to read more")
      let all = keymap.label(of: ProgramCommands.palette).map { "\($0)fetch-pictures auto to download all" } ?? ""
      pictures = [keymap.sentence(PostCommands.pictures, "to view"), all].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private init(reveal: String, fold: String, readMore: String, pictures: String) {
      self.reveal = reveal
      self.fold = fold
      self.readMore = readMore
      self.pictures = pictures
    }
  }

  public struct TextRun: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      case plain, link, mention, tag, match
      /// The description of a picture, video or audio attachment.
      case media
      /// The number of a link: “[1]”.
      case number
    }

    public var text: String
    public var kind: Kind
    /// The target of a link.
    public var url: String?
    public var emphasis: Emphasis = []
  }

  /// The content that a cell draws as pictures: pictures with a space of their own, and loaded custom emoji.
  public struct Images: Hashable, Sendable {
    /// The pictures that are drawn above their descriptions.
    public var pictures: [Picture] = []
    /// Custom emoji of the text, the content warning and the poll.
    public var emojis = EmojiImages()
    /// Custom emoji of the author's name.
    public var nameEmojis = EmojiImages()
    /// Custom emoji of the quoted post and of its author's name.
    public var quoteEmojis = EmojiImages()
    public var quoteNameEmojis = EmojiImages()
    /// Whether there is a space for the author's avatar. It does not depend on what is loaded, so that text starts at
    /// the same column.
    public var hasAvatar = false

    public init() {}
  }

  public struct Picture: Hashable, Sendable {
    /// The width by height of a picture whose size is unknown.
    private static let usualProportion = 4.0 / 3

    /// Its index among the pictures of the post.
    public var number: Int
    /// The width divided by the height.
    public var proportion: Double

    /// - Parameter size: nil if unknown.
    public init(number: Int, size: PixelSize?) {
      self.number = number
      proportion = size.map { Double($0.width) / Double($0.height) } ?? Self.usualProportion
    }
  }

  public struct PollBar: Hashable, Sendable {
    public var title: String
    /// 0 to 100; nil if the result is unknown.
    public var percent: Int?
    public var votes: String
    /// The address at which to vote; nil in a list.
    public var url: String?
  }

  /// The details of a link preview.
  public struct Card: Hashable, Sendable {
    /// The site and the author of the page: “The Timeline Times · Ada Lovelace”; may be empty.
    public var byline: String
    /// The beginning or a summary of the page; may be empty.
    public var summary: String
  }

  /// “♥ 40”.
  public struct Count: Hashable, Sendable {
    public var text: String
    /// Whether the user is among them.
    public var isOwn = false
    /// Whether only the user is among them.
    var isOwnOnly = false
  }

  public struct QuoteBox: Hashable, Sendable {
    /// Empty if the quoted post is unavailable.
    public var name: String
    public var handle: String
    public var text: [TextRun]
    /// Whether the quoted post has its own content warning.
    var hasWarning = false
    /// Whether the content behind that warning is visible.
    public var isRevealed = false
  }

  /// Facts that only the full post shows.
  public struct Details: Hashable, Sendable {
    /// Time, visibility, states.
    public var facts: [String]
    public var address: String?
  }
}

extension PostCellViewModel {
  /// The pictures that are drawn above their descriptions.
  public var pictures: [Picture] {
    get { images.pictures }
    set { images.pictures = newValue }
  }

  /// Whether the counts have a line of their own. Those of the user alone have none, so that a like moves nothing.
  var hasCountsLine: Bool { !counts.allSatisfy(\.isOwnOnly) }

  /// Whether a content warning hides the content.
  public var isFolded: Bool { warning.map { !$0.isRevealed } ?? false }

  /// Whether content behind a content warning is visible.
  public var isRevealed: Bool { warning?.isRevealed ?? quote?.isRevealed ?? false }

  /// Whether there is a content warning to reveal or to fold.
  public var canBeFolded: Bool { warning != nil || (details != nil && quote?.hasWarning == true) }
}

extension PostCellViewModel: CellRow {
  public var isMarked: Bool { isUnread }

  public func lines(width: Int) -> [StyledText] {
    PostCellLayout(width: width, isComplete: details != nil).lines(of: self)
  }

  public func layout(width: Int, pictureHeight: Int) -> RowLayout {
    PostCellLayout(width: width, isComplete: details != nil).layout(of: self, pictureHeight: pictureHeight)
  }
}
