import Domain

/// The archive that X (Twitter) lets people download: `tweets.js`, which is `window.YTD.tweets.part0 = […]`. The author
/// is in `account.js` beside it, and large archives go on in `tweets-part1.js`.
struct XArchiveFormat: FormatReader {
  let name = "X archive"

  func recognises(_ shape: FileShape) -> Bool {
    guard case .archivePart(let part) = shape.top else { return false }
    return ["tweets", "tweet", "deleted_tweets"].contains(part)
  }

  func read(_ file: SourceFile, _ shape: FileShape) throws(TimelineError) -> TimelineDocument {
    let author = author(beside: file)
    let tweets = XTweetReader(author: author)
    var collector = PostCollector()
    collect(file, into: &collector, tweets)
    var skipped = try collector.skipped(in: file, beside: collector.posts.count)
    for part in parts(after: file) {
      var rest = PostCollector()
      collect(part, into: &rest, tweets)
      collector.append(rest.takePosts())
      guard let lost = try rest.skipped(in: part, beside: collector.posts.count) else { continue }
      skipped = SkippedPosts(count: (skipped?.count ?? 0) + lost.count, first: skipped?.first ?? lost.first)
    }
    let posts = PostOrder.newestFirst(QuoteResolver.resolve(collector.takePosts()))
    return TimelineDocument(
      format: name, profile: author, timelines: [.init(kind: Formats.tabOfPosts, posts: posts)], skipped: skipped)
  }
}

extension XArchiveFormat {
  private func collect(_ file: SourceFile, into collector: inout PostCollector, _ tweets: XTweetReader) {
    var reader = file.reader
    do throws(JSONError) {
      try collector.collectArray(&reader, tweets.read)
      _ = reader.takes(";")
      guard reader.isAtEnd else { throw reader.error(expected: "the end of the file") }
    } catch {
      collector.noteDamage(error)
    }
  }

  /// account.js holds e-mail address and phone number as well: they are not even looked at.
  private func author(beside file: SourceFile) -> Profile? {
    guard let bytes = file.sibling("account.js") else { return nil }
    var reader = SourceFile(path: "account.js", bytes: bytes, now: file.now, sibling: { _ in nil }).reader
    guard let account = try? reader.readValue().elements.first?["account"],
      let handle = account["username"]?.text
    else { return nil }
    return Profile(handle: handle, name: account["accountDisplayName"]?.text)
  }

  private func parts(after file: SourceFile) -> [SourceFile] {
    guard ["tweets.js", "tweet.js"].contains(file.name) else { return [] }
    let stem = file.name.dropLast(3)
    let folder = file.path.dropLast(file.name.count)
    var parts: [SourceFile] = []
    while case let name = "\(stem)-part\(parts.count + 1).js", let bytes = file.sibling(name) {
      parts.append(SourceFile(path: folder + name, bytes: bytes, now: file.now, sibling: file.sibling))
    }
    return parts
  }
}
