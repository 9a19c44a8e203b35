/// The importance of a message. It decides the colour.
public enum Severity: Hashable, Sendable {
  /// An event, or something that can be done.
  case notice
  /// Something is out of date, incomplete or waiting.
  case warning
  /// Something did not work.
  case failure

  public init(isFailure: Bool) {
    self = isFailure ? .failure : .notice
  }

  public var style: Style {
    switch self {
    case .notice: .muted
    case .warning: .notice
    case .failure: .failure
    }
  }
}

/// The style of a cell. Colours are semantic roles; the theme maps them to terminal colours.
public struct Style: Hashable, Sendable {
  public enum Color: UInt8, Hashable, Sendable, CaseIterable {
    /// The default text colour.
    case plain
    /// The highlight colour: selection, active tab, keys.
    case accent
    /// Secondary text: handles, ages, counts.
    case muted
    case link
    /// Warnings and other emphasized text.
    case notice
    /// Errors.
    case failure
    /// Mentioned accounts and hashtags.
    case mention, tag
    /// Labels of media attachments.
    case media
    /// Lines between parts of the screen, fainter than text.
    case rule
    /// Unread dots and counts.
    case unread
    /// Source code.
    case code
  }

  /// The background of a cell.
  public enum Background: UInt8, Hashable, Sendable, CaseIterable {
    /// The screen's background.
    case plain
    /// The selected row.
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
  public var background: Background

  public init(_ color: Color = .plain, _ attributes: Attributes = [], on background: Background = .plain) {
    self.color = color
    self.attributes = attributes
    self.background = background
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
  /// A search match.
  public static let match = Style(.notice, .reverse)
}
