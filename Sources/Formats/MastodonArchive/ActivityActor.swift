import Domain
import FoundationEssentials

/// Who acts, as ActivityPub names people: by an address.
struct ActivityActor {
  var profile: Profile?
  /// The addresses that mean this person.
  var addresses: Set<String> = []
  /// The address that means all who follow.
  var followers: String?

  /// Whose archive it is: `actor.json` says so.
  static func owner(beside file: SourceFile) -> ActivityActor? {
    file.beside("actor.json", ActivityActor.init(owner:))
  }

  /// Of someone's address nothing but its end is sure to be a name: `https://h.example/users/ada`, or `/@ada`. Where
  /// an actor stands in its place, that says more.
  static func profile(of actor: JSONValue) -> Profile? {
    if let name = actor["preferredUsername"]?.text { return Profile(handle: name, name: displayName(of: actor)) }
    guard let last = address(of: actor)?.split(separator: "/").last else { return nil }
    let handle = last.first == "@" ? last.dropFirst() : last
    return handle.isEmpty ? nil : Profile(handle: String(handle))
  }

  private static func displayName(of actor: JSONValue) -> String? { actor.translated("name", for: .user)?.text }

  /// An address that stands for itself, as an object's id, a link's target, or the first of several.
  static func address(of value: JSONValue?) -> String? {
    guard let value = value?.elements.first ?? value else { return nil }
    return (value["id"] ?? value["href"] ?? value).text
  }
}

extension ActivityActor {
  /// - Parameter actor: what `actor.json` says; nil where that has no name.
  init?(owner actor: JSONValue) {
    guard let name = actor["preferredUsername"]?.text else { return nil }
    self.init(
      profile: Profile(
        id: actor["id"]?.text, handle: name, name: Self.displayName(of: actor),
        details: .told(
          bio: actor.translated("summary", for: .user).map { HTMLText.text(of: $0.text).plain },
          url: Self.address(of: actor["url"]),
          joinedAt: actor["published"]?.date)),
      addresses: Set([actor["id"], actor["url"]].compactMap { Self.address(of: $0) }),
      followers: actor["followers"]?.text)
  }
}

/// The small files of an archive that say what its posts do not: whose they are, how long tweets go on.
package enum OwnerFile {
  /// Whether a file, be it JSON or the script of an X archive, can be read.
  package static func isReadable(_ bytes: [UInt8]) -> Bool { JSONValue(file: bytes) != nil }

  /// Whose archive it is.
  /// - Parameter bytes: of a Mastodon archive's `actor.json`.
  /// - Returns: nil where it does not say.
  package static func owner(inActor bytes: [UInt8]) -> Profile? {
    JSONValue(file: bytes).flatMap(ActivityActor.init(owner:))?.profile
  }

  /// When an archive was made.
  /// - Parameter bytes: of an X archive's `manifest.js`, or of the `payload_details.js` of older ones.
  /// - Returns: nil where it does not say.
  package static func date(inManifest bytes: [UInt8]) -> Date? {
    let file = JSONValue(file: bytes)
    return (file?["archiveInfo"]?["generationDate"] ?? file?["created_at"])?.date
  }
}
