/// How a cell looks. Colours are named for what they mean; what they are is the terminal's business.
public struct Style: Hashable, Sendable {
  public enum Color: UInt8, Hashable, Sendable, CaseIterable {
    /// The terminal's own foreground.
    case plain
    /// The one colour that leads the eye: selection, active tab, keys.
    case accent
    /// What may be overlooked: handles, ages, counts.
    case muted
    case link
    /// Something to know.
    case notice
    /// Something has failed.
    case failure
    /// Somebody who is spoken of, and a tag.
    case mention, tag
    /// A picture, a film, a sound: what it shows, in words.
    case media
    /// Lines between the parts of a screen: fainter than any text.
    case rule
    /// What nobody has come to yet: the dot beside it, and how many there are.
    case unread
    /// Source code in a text.
    case code
  }

  /// What a cell stands on.
  public enum Background: UInt8, Hashable, Sendable, CaseIterable {
    /// The background of the screen.
    case plain
    /// The row that is selected.
    case selection
  }

  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let bold = Attributes(rawValue: 1)
    public static let underline = Attributes(rawValue: 2)
    public static let reverse = Attributes(rawValue: 4)
    public static let italic = Attributes(rawValue: 8)
  }

  public var color: Color
  public var attributes: Attributes
  public var ground: Background

  public init(_ color: Color = .plain, _ attributes: Attributes = [], on ground: Background = .plain) {
    self.color = color
    self.attributes = attributes
    self.ground = ground
  }

  public static let plain = Style()
  public static let bold = Style(.plain, .bold)
  public static let muted = Style(.muted)
  public static let accent = Style(.accent)
  public static let accentBold = Style(.accent, .bold)
  public static let link = Style(.link, .underline)
  public static let notice = Style(.notice)
  public static let failure = Style(.failure)
  public static let mention = Style(.mention)
  public static let tag = Style(.tag)
  public static let media = Style(.media)
  public static let rule = Style(.rule)
  public static let unread = Style(.unread)
  public static let code = Style(.code)
  /// A match of what was searched for.
  public static let match = Style(.notice, .reverse)
}
