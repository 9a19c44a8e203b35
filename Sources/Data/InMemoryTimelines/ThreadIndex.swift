import Domain
import FoundationEssentials

/// The replies among all posts of a document. Uses numbers instead of copies of posts, which may be a million.
struct ThreadIndex: Sendable {
  private struct Location {
    var list: Int
    var index: Int
    /// Whether it is the post quoted by the one at this location.
    var isQuoted = false
  }

  private static let none: Int32 = -1
  /// The timelines, newest first, followed by the posts that are in threads only.
  private let lists: [[Post]]
  /// The location of each post by number; oldest first within a list.
  private var locations: [Location] = []
  private var numbers: PositionTable
  /// Linked lists of replies: the first reply by the post's number, the next one by the reply's number.
  private var firstReplies: [Int32] = []
  private var nextReplies: [Int32] = []

  init(timelines: [[Post]], others: [Post]) {
    lists = timelines + [others]
    numbers = PositionTable(expecting: lists.reduce(0) { $0 + $1.count })
    addPosts()
    addQuotedPosts()
    linkReplies()
  }

  /// nil if the document does not have the post.
  func thread(of id: PostID) -> PostThread? {
    guard let number = number(of: id) else { return nil }
    return PostThread(of: post(number)) { id in
      self.number(of: id).map(self.post)
    } replies: { id in
      self.number(of: id).map { self.replies(to: $0).map(self.post) } ?? []
    }
  }
}

extension ThreadIndex {
  /// Adds all posts. A post takes precedence over its reposts.
  private mutating func addPosts() {
    for (list, posts) in lists.enumerated() {
      let isTimeline = list < lists.count - 1
      for offset in posts.indices {
        let index = isTimeline ? posts.count - 1 - offset : offset
        if let known = number(of: posts[index].id) {
          if isRepost(known), posts[index].repost == nil { locations[known] = Location(list: list, index: index) }
        } else {
          add(posts[index].id, at: Location(list: list, index: index))
        }
      }
    }
  }

  /// Adds quoted posts that are nowhere else in the document.
  private mutating func addQuotedPosts() {
    for (list, posts) in lists.enumerated() {
      for index in posts.indices {
        guard case .shown(let quoted)? = posts[index].quote, number(of: quoted.id) == nil else { continue }
        add(quoted.id, at: Location(list: list, index: index, isQuoted: true))
      }
    }
  }

  private mutating func add(_ id: PostID, at location: Location) {
    numbers.add(locations.count, hash: id.hashValue)
    locations.append(location)
  }

  private mutating func linkReplies() {
    firstReplies = Array(repeating: Self.none, count: locations.count)
    nextReplies = firstReplies
    for reply in locations.indices.reversed() {
      guard let id = self[reply, \.replyTo], let parent = number(of: id) else { continue }
      nextReplies[reply] = firstReplies[parent]
      firstReplies[parent] = Int32(reply)
    }
  }

  private func number(of id: PostID) -> Int? {
    numbers.position(hash: id.hashValue) { self[$0, \.id] == id }
  }

  /// A property of a post, without copying the post.
  private subscript<Value>(number: Int, path: KeyPath<Post, Value>) -> Value {
    let location = locations[number]
    if location.isQuoted, case .shown(let quoted)? = lists[location.list][location.index].quote {
      return quoted[keyPath: path]
    }
    return lists[location.list][location.index][keyPath: path]
  }

  private func isRepost(_ number: Int) -> Bool { self[number, \.repost] != nil }

  /// The post without its repost.
  private func post(_ number: Int) -> Post {
    var post = self[number, \.self]
    post.repost = nil
    return post
  }
}

extension ThreadIndex {
  /// Replies, oldest first. Those without a date are last, in the order of the document.
  private func replies(to number: Int) -> [Int] {
    var replies: [Int] = []
    var next = firstReplies[number]
    while next != Self.none {
      replies.append(Int(next))
      next = nextReplies[Int(next)]
    }
    let dates = replies.map { self[$0, \.createdAt] ?? .distantFuture }
    return replies.indices.sorted { (dates[$0], $0) < (dates[$1], $1) }.map { replies[$0] }
  }
}
