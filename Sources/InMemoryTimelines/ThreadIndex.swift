import Domain
import FoundationEssentials

/// Who answers whom among all the posts of a document. It numbers them and keeps no copy: there may be a million.
struct ThreadIndex: Sendable {
  private struct Location {
    var list: Int
    var index: Int
    /// Whether it is the post that the one there quotes.
    var isQuoted = false
  }

  private static let none: Int32 = -1
  /// Timelines, newest first, and last the posts that stand in threads only.
  private let lists: [[Post]]
  /// Where each post stands, by its number; oldest first, as far as a list goes.
  private var locations: [Location] = []
  private var numbers: PositionTable
  /// By a post's number, the first that answers it; by an answer's number, the next one.
  private var firstAnswers: [Int32] = []
  private var nextAnswers: [Int32] = []

  init(timelines: [[Post]], others: [Post]) {
    lists = timelines + [others]
    numbers = PositionTable(expecting: lists.reduce(0) { $0 + $1.count })
    addPosts()
    addQuotedPosts()
    linkAnswers()
  }

  /// nil where the document does not hold the post.
  func thread(of id: PostID) -> PostThread? {
    guard let number = number(of: id) else { return nil }
    return PostThread(of: post(number)) { id in
      self.number(of: id).map(self.post)
    } answers: { id in
      self.number(of: id).map { self.answers(to: $0).map(self.post) } ?? []
    }
  }
}

extension ThreadIndex {
  /// A post counts for more than a repost of it, wherever they stand.
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

  /// Adds quoted posts that stand nowhere else in the document.
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

  private mutating func linkAnswers() {
    firstAnswers = Array(repeating: Self.none, count: locations.count)
    nextAnswers = firstAnswers
    for answer in locations.indices.reversed() {
      guard let id = self[answer, \.replyTo], let parent = number(of: id) else { continue }
      nextAnswers[answer] = firstAnswers[parent]
      firstAnswers[parent] = Int32(answer)
    }
  }

  private func number(of id: PostID) -> Int? {
    numbers.position(hash: id.hashValue) { self[$0, \.id] == id }
  }

  /// Something of a post, without a copy of all of it.
  private subscript<Value>(number: Int, path: KeyPath<Post, Value>) -> Value {
    let location = locations[number]
    if location.isQuoted, case .shown(let quoted)? = lists[location.list][location.index].quote {
      return quoted[keyPath: path]
    }
    return lists[location.list][location.index][keyPath: path]
  }

  private func isRepost(_ number: Int) -> Bool { self[number, \.repost] != nil }

  /// In a thread a post stands for itself, whoever reposted it.
  private func post(_ number: Int) -> Post {
    var post = self[number, \.self]
    post.repost = nil
    return post
  }
}

extension ThreadIndex {
  /// Oldest first; those without a date last, as they stand in the document.
  private func answers(to number: Int) -> [Int] {
    var answers: [Int] = []
    var next = firstAnswers[number]
    while next != Self.none {
      answers.append(Int(next))
      next = nextAnswers[Int(next)]
    }
    let dates = answers.map { self[$0, \.createdAt] ?? .distantFuture }
    return answers.indices.sorted { (dates[$0], $0) < (dates[$1], $1) }.map { answers[$0] }
  }
}
