import Domain

/// What a format makes of one element of a file.
enum PostReading {
  case post(Post)
  /// Nothing that belongs into a timeline, and nothing lost.
  case nothing
  /// What it should have been, as a noun phrase: “a post with an id”.
  case unreadable(expected: String)
}
