import Domain
import GRDB

/// SQL functions for searches, with the same semantics as for posts in memory.
enum SearchFunctions {
  static let tag = "tern_tag"
  static let handle = "tern_handle"
  static let isMeant = "tern_meant"
  static let mentioned = "tern_mentioned"

  static func add(to database: Database) {
    add(tag, to: database) { NamesInText.containsTag($1.split(separator: " ").map(String.init), in: $0) }
    add(handle, to: database) { NamesInText.containsHandle($1, in: $0) }
    add(isMeant, to: database) { NamesInText.isHandle($0, matching: $1) }
    add(mentioned, to: database) { stored, handle in
      StoredMentions(stored: stored).mentions.contains { NamesInText.isHandle($0.handle, matching: handle) }
    }
  }

  /// Adds a predicate over two strings, which is false for other values.
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
