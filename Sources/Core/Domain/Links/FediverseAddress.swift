/// The address of a post or profile at any server.
public struct FediverseAddress: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case post, profile
    /// A page that may be either.
    case page
  }

  /// The URL as it was written, or the handle with `@`: `@ada@timeline.example`.
  public let text: String
  public let kind: Kind

  /// Recognizes an address by its form.
  /// - Returns: nil for any other text, also for the URL of another page.
  public init?(_ text: String) {
    let typed = text.trimmed
    if Self.isHandle(typed[...]) {
      (self.text, kind) = (typed, .profile)
    } else if let kind = Self.kind(ofPageAt: typed) {
      (self.text, self.kind) = (typed, kind)
    } else {
      return nil
    }
  }

  /// Whether it is a handle and not a URL.
  public var isHandle: Bool { text.first == "@" }
}

extension FediverseAddress {
  /// Sites with addresses of the same form that belong to no server of the fediverse.
  private static let otherSites: Set = ["medium.com", "tiktok.com", "youtube.com"]
  /// The maximum length of an ID, in characters.
  private static let maxID = 64

  /// Whether it has the form `@name@host`.
  private static func isHandle(_ text: Substring) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty else { return false }
    return isName(parts[1]) && parts[2].allSatisfy { $0.isLetter || $0.isNumber || [".", "-", ":"].contains($0) }
      && parts[2].first?.isPunctuation == false
  }

  private static func kind(ofPageAt url: String) -> Kind? {
    guard let address = try? WebAddress(url) else { return nil }
    let host = address.host.lowercased()
    guard !otherSites.contains(where: { host == $0 || host.hasSuffix("." + $0) }) else { return nil }
    let path = address.opened.prefix { $0 != "?" && $0 != "#" }.split(separator: "/", omittingEmptySubsequences: true)
    let parts = path.dropFirst(2).map { String($0) }
    if isPost(parts) { return .post }
    return isProfile(parts) ? .profile : nil
  }

  /// The paths of posts: `/@ada/1234` (Mastodon), `/@ada/statuses/01H…` (GoToSocial), `/users/ada/statuses/1234` and
  /// `/ap/users/1/statuses/2` (ActivityPub IDs), `/notice/AbC` and `/objects/…` (Pleroma and Akkoma), `/notes/abc`
  /// (Misskey), `/p/ada/1234` (Pixelfed), and `/ada/p/1234.5` (snac).
  private static func isPost(_ parts: [String]) -> Bool {
    guard let id = parts.last, isID(id) else { return false }
    switch parts.count {
    case 2:
      return ["notice", "notes", "objects", "p"].contains(parts[0])
        || isMention(parts[0]) && id.contains(where: \.isNumber) && !id.contains("-")
    case 3: return parts[0] == "p" || parts[1] == "p" || parts[1] == "statuses" && isMention(parts[0])
    case 4: return parts[0] == "users" && parts[2] == "statuses"
    case 5: return parts[0] == "ap" && parts[1] == "users" && parts[3] == "statuses"
    default: return false
    }
  }

  /// The paths of profiles: `/@ada`, `/@ada@far.example`, and `/users/ada`.
  private static func isProfile(_ parts: [String]) -> Bool {
    switch parts.count {
    case 1: isMention(parts[0])
    case 2: parts[0] == "users" && isName(parts[1][...])
    default: false
    }
  }

  /// Whether it is `@name` or `@name@host`.
  private static func isMention(_ part: String) -> Bool {
    guard part.first == "@" else { return false }
    let names = part.dropFirst().split(separator: "@", omittingEmptySubsequences: false)
    return (1...2).contains(names.count) && names.allSatisfy { isName($0) }
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || ["_", "-", "."].contains($0) }
  }

  private static func isID(_ text: String) -> Bool {
    !text.isEmpty && text.count <= maxID
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" || $0 == "." }
  }
}

extension FediverseAddress {
  /// Parses an address that the user typed: any URL, or a handle with or without the first `@`.
  /// - Returns: nil for any other text.
  public init?(typed text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let word = words.first.map(String.init) else { return nil }
    if let known = FediverseAddress(word) ?? FediverseAddress("@" + word) {
      self = known
    } else if (try? WebAddress(word)) != nil {
      (self.text, kind) = (word, .page)
    } else {
      return nil
    }
  }
}
