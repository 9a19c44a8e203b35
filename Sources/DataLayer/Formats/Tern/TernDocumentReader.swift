import Domain

/// Reads a document of Tern's own, post by post.
struct TernDocumentReader {
  private let file: SourceFile
  private let posts: TernPostReader
  private var collector = PostCollector()
  private var profile: Profile?
  private var timelines: [TimelineDocument.Timeline] = []
  private var others: [Post] = []
  private var firstLoads: [PostKey: Int] = [:]
  private var hasTimelines = false

  init(file: SourceFile) {
    self.file = file
    posts = TernPostReader(now: file.now)
  }

  /// Goes as far as the file can be followed.
  mutating func read() throws(TimelineError) {
    var reader = file.reader
    do throws(JSONError) {
      try reader.forEachMember { key, reader throws(JSONError) in
        switch key {
        case "account": profile = TernPostReader.profile(try reader.readValue())
        case "timelines": try readTimelines(&reader)
        case "others":
          defer { others += collector.takePosts() }
          try readPosts(&reader)
        default: try reader.skipValue()
        }
      }
      guard reader.isAtEnd else { throw reader.error(expected: "the end of the file") }
    } catch {
      collector.noteDamage(error)
      return
    }
    if !hasTimelines { throw .fileDamaged(file.place(of: reader.error(expected: "\"timelines\""))) }
  }

  func finish(format: String) throws(TimelineError) -> TimelineDocument {
    let count = timelines.reduce(others.count) { $0 + $1.posts.count }
    let skipped = try collector.skipped(in: file, beside: count)
    var resolver = QuoteResolver()
    for timeline in timelines { resolver.learn(timeline.posts) }
    resolver.learn(others)
    let ordered = timelines.map { timeline in
      TimelineDocument.Timeline(
        kind: timeline.kind, posts: PostOrder.newestFirst(resolver.resolved(timeline.posts)))
    }
    return TimelineDocument(
      format: format, profile: profile,
      timelines: ordered.isEmpty ? [.init(kind: TimelineKind("Home"), posts: [])] : ordered,
      others: PostOrder.newestFirst(resolver.resolved(others)), skipped: skipped, firstLoads: firstLoads)
  }
}

extension TernDocumentReader {
  private mutating func readTimelines(_ reader: inout JSONReader) throws(JSONError) {
    hasTimelines = true
    try reader.forEachElement { reader throws(JSONError) in
      var name: String?
      defer { add(collector.takePosts(), to: name ?? "Timeline \(timelines.count + 1)") }
      try reader.forEachMember { key, reader throws(JSONError) in
        switch key {
        case "name": name = try reader.readValue().text
        case "posts": try readPosts(&reader)
        default: try reader.skipValue()
        }
      }
    }
  }

  private mutating func readPosts(_ reader: inout JSONReader) throws(JSONError) {
    guard reader.next != UInt8(ascii: "n") else { return try reader.skipValue() }
    let posts = posts
    var loads: [PostKey: Int] = [:]
    defer { firstLoads.merge(loads) { first, _ in first } }
    try collector.collectArray(&reader) { value in
      let reading = posts.read(value)
      if case .post(let post) = reading, let load = value["fromLoad"]?.int, load > 1 { loads[post.key] = load }
      return reading
    }
  }

  /// Two timelines of one name would be two tabs that nobody can tell apart.
  private mutating func add(_ posts: [Post], to name: String) {
    if let index = timelines.firstIndex(where: { $0.kind.name == name }) {
      timelines[index].posts += posts
    } else {
      timelines.append(.init(kind: TimelineKind(name), posts: posts))
    }
  }
}
