import FoundationEssentials

/// The posts in the file format of each program.
public enum TimelineFiles {
  /// Tern's JSON Lines, one post per line.
  /// - Throws: `EncodingError` if a post cannot be encoded.
  public static func ternLines(_ posts: [SamplePost]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try posts.map { String(decoding: try encoder.encode(TernLine($0)), as: UTF8.self) + "\n" }.joined()
  }

  /// An Atom feed with one entry per post.
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

  /// Empty commits, oldest first, in the format of `git fast-import`.
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
