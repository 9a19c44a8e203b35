import Domain
import FoundationEssentials

/// An ActivityPub actor, identified by URLs.
struct ActivityActor {
  var profile: Profile?
  /// All URLs of the actor.
  var addresses: Set<String> = []
  /// The URL of the followers collection.
  var followers: String?

  /// The owner of an archive, from `actor.json`.
  static func owner(inFolderOf file: SourceFile) -> ActivityActor? {
    file.sibling("actor.json", ActivityActor.init(owner:))
  }

  /// The profile of an actor: from an actor object, or from a URL alone, whose last path component becomes the handle:
  /// `https://h.example/users/ada`, `https://h.example/@ada`.
  static func profile(of actor: JSONValue) -> Profile? {
    if let name = actor["preferredUsername"]?.text { return Profile(handle: name, name: displayName(of: actor)) }
    guard let last = address(of: actor)?.split(separator: "/").last else { return nil }
    let handle = last.first == "@" ? last.dropFirst() : last
    return handle.isEmpty ? nil : Profile(handle: String(handle))
  }

  private static func displayName(of actor: JSONValue) -> String? { actor.localized("name", for: .user)?.text }

  /// The URL in a value: a string, an object's ID, a link's target, or the first of several.
  static func address(of value: JSONValue?) -> String? {
    guard let value = value?.elements.first ?? value else { return nil }
    return (value["id"] ?? value["href"] ?? value).text
  }
}

extension ActivityActor {
  /// nil if the actor has no `preferredUsername`.
  /// - Parameter actor: the content of `actor.json`.
  init?(owner actor: JSONValue) {
    guard let name = actor["preferredUsername"]?.text else { return nil }
    self.init(
      profile: Profile(
        id: actor["id"]?.text, handle: name, name: Self.displayName(of: actor),
        details: .unlessEmpty(
          bio: actor.localized("summary", for: .user).map { HTMLText.text(of: $0.text).plain },
          url: Self.address(of: actor["url"]),
          joinedAt: actor["published"]?.date)),
      addresses: Set([actor["id"], actor["url"]].compactMap { Self.address(of: $0) }),
      followers: actor["followers"]?.text)
  }
}

/// Reads the small files of an archive that have its metadata, such as its owner and its date.
package enum OwnerFile {
  /// Whether a file can be read, as JSON or as the script of an X archive.
  package static func isReadable(_ bytes: [UInt8]) -> Bool { JSONValue(file: bytes) != nil }

  /// The owner of an archive; nil if the file names none.
  /// - Parameter bytes: the content of a Mastodon archive's `actor.json`.
  package static func owner(inActor bytes: [UInt8]) -> Profile? {
    JSONValue(file: bytes).flatMap(ActivityActor.init(owner:))?.profile
  }

  /// The date of an archive; nil if the file has none.
  /// - Parameter bytes: the content of an X archive's `manifest.js`, or of `payload_details.js` in older ones.
  package static func date(inManifest bytes: [UInt8]) -> Date? {
    let file = JSONValue(file: bytes)
    return (file?["archiveInfo"]?["generationDate"] ?? file?["created_at"])?.date
  }
}
