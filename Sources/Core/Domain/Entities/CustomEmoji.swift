/// A custom emoji of a server. Posts name it between colons: `:blobcat:`.
public struct CustomEmoji: Hashable, Sendable {
  private static let maxLength = 100

  /// Without colons.
  public let shortcode: String
  /// The address of its image, without animation.
  public let url: String

  /// nil if no text can name it: a shortcode consists of ASCII letters, digits and `_`, `-`, `+`, `.`, `@`.
  public init?(shortcode: String, url: String) {
    guard 1...Self.maxLength ~= shortcode.utf8.count, shortcode.utf8.allSatisfy(Self.isAllowed), !url.isEmpty else {
      return nil
    }
    self.shortcode = shortcode
    self.url = url
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_-+.@".utf8.contains(byte)
    }
  }
}

/// The images of a profile. A class to keep `Profile` small.
public final class ProfileImages: Hashable, Sendable {
  /// The address of the avatar, without animation; nil if unknown.
  public let avatar: String?
  /// The custom emoji in the display name.
  public let emojis: [CustomEmoji]

  /// nil if there are none.
  public init?(avatar: String?, emojis: [CustomEmoji] = []) {
    guard avatar != nil || !emojis.isEmpty else { return nil }
    self.avatar = avatar
    self.emojis = emojis
  }

  public static func == (one: ProfileImages, other: ProfileImages) -> Bool {
    one === other || one.avatar == other.avatar && one.emojis == other.emojis
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(avatar)
    hasher.combine(emojis)
  }
}
