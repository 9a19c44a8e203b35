import FoundationEssentials

/// The same posts in the form that each program reads.
public enum TimelineFiles {
  /// Tern's own format, a post a line.
  public static func ternLines(_ posts: [SamplePost]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try posts.map { String(decoding: try encoder.encode(TernLine($0)), as: UTF8.self) + "\n" }.joined()
  }

  /// An Atom feed, an entry a post.
  public static func feed(_ posts: [SamplePost]) -> String {
    let entries = posts.map { post in
      """
      <entry><title>\(post.text)</title><id>urn:\(post.marker)</id><updated>\(post.date.ISO8601Format())</updated>\
      <author><name>\(post.name)</name></author><link href="https://example.com/\(post.marker)"/>\
      <content>\(post.text)</content></entry>

      """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom"><title>Timeline</title><id>urn:timeline</id>
      \(entries.joined())</feed>
      """
  }

  /// Commits without a change to any file, the oldest first, as `git fast-import` reads them.
  public static func commits(_ posts: [SamplePost]) -> String {
    posts.reversed().map { post in
      """
      commit refs/heads/main
      committer \(post.name) <\(post.handle)> \(Int(post.date.timeIntervalSince1970)) +0000
      data \(post.text.utf8.count)
      \(post.text)

      """
    }.joined()
  }
}
