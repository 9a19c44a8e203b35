import Domain
import GRDB

/// What SQLite asks Tern while it searches: the same as is asked of posts in memory.
enum SearchFunctions {
  static let tag = "tern_tag"
  static let handle = "tern_handle"
  static let isMeant = "tern_meant"
  static let mentioned = "tern_mentioned"

  static func add(to database: Database) {
    add(tag, to: database) { NamesInText.tag($1.split(separator: " ").map(String.init), isIn: $0) }
    add(handle, to: database) { NamesInText.handle($1, isIn: $0) }
    add(isMeant, to: database) { NamesInText.isMeant($0, by: $1) }
    add(mentioned, to: database) { stored, handle in
      StoredMentions(stored: stored).mentions.contains { NamesInText.isMeant($0.handle, by: handle) }
    }
  }

  /// Of two texts; of what is none nothing is so.
  private static func add(_ name: String, to database: Database, _ test: @escaping @Sendable (String, String) -> Bool) {
    database.add(
      function: DatabaseFunction(name, argumentCount: 2, pure: true) { values in
        guard let text = String.fromDatabaseValue(values[0]), let wanted = String.fromDatabaseValue(values[1]) else {
          return false
        }
        return test(text, wanted)
      })
  }
}
