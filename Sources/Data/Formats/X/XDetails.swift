import Domain

/// Language and application of a tweet, in archives and both versions of the API.
enum XDetails {
  /// From `lang`, and `source`: the application's name, or a link to it, `<a href="…" rel="nofollow">Twitter Web
  /// App</a>`.
  static func details(of tweet: JSONValue) -> PostDetails? {
    PostDetails(
      language: PostLanguage.code(tweet["lang"]?.text), application: tweet["source"]?.text.flatMap(application))
  }

  /// Parsed without an HTML reader, since every tweet has one.
  private static func application(_ source: String) -> String? {
    guard source.utf8.first == UInt8(ascii: "<") else { return named(source[...]) }
    guard let start = source.utf8.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    return named(source[source.utf8.index(after: start)...].prefix { $0 != "<" })
  }

  private static func named(_ name: Substring) -> String? {
    if name.allSatisfy(\.isWhitespace) { return nil }
    return name.utf8.contains(UInt8(ascii: "&")) ? HTMLEntities.decode(Array(name.utf8)[...]) : String(name)
  }
}
