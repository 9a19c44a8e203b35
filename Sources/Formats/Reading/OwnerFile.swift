import Domain

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
}
