/// Measures the time from a key to the response and the length of the response. Each key waits for the response to the
/// one before.
///
/// Whether `j` scrolls is determined by counting from the top: it scrolls from the last post of the screen on.
struct KeyMeasure {
  private let session: Session
  private let subject: Subject
  /// The number of posts on the screen and in total.
  private let visible: Int
  private let posts: Int

  /// Goes to the end first, so that the whole timeline is loaded.
  init?(_ session: Session) throws {
    self.session = session
    subject = session.subject
    try session.waitForTimeline()
    switch subject.firstScreen {
    case .text(_, let posts):
      guard posts > 0 else { return nil }
      self.posts = posts
      visible = 2
    case .lastPost:
      posts = subject.posts
      visible = session.postsDrawn
    }
    guard session.picturesDrawn >= subject.pictures else {
      throw BenchmarkError("\(subject.name) shows \(session.picturesDrawn) of \(subject.pictures) pictures")
    }
    if subject.pictures > 0 { try loadPictures() }
    _ = try session.press(subject.keys.last)
    try session.settle()
    _ = try session.press(subject.keys.first)
    try session.settle()
  }

  /// Pauses on each page, so that all pictures are loaded.
  private func loadPictures() throws {
    for _ in 0..<posts / max(1, visible - 1) {
      _ = try session.press(subject.keys.page)
      try session.settle(.milliseconds(500))
    }
  }

  func run(into figures: inout Figures) throws {
    // The last post may be cut off, so moving to it scrolls.
    figures.next = Figures.Key(
      try repeated(subject.presses / 5, until: max(1, visible - 2)) { try session.press(subject.keys.next) })
    figures.scroll = Figures.Key(
      try repeated(subject.presses, until: posts - visible - 4) {
        try session.press(subject.keys.next)
      } afterTop: {
        for _ in 0..<visible + 1 { _ = try session.press(subject.keys.next) }
      })
    figures.page = Figures.Key(
      try repeated(subject.presses / 5, until: posts / visible - 1) { try session.press(subject.keys.page) })
    figures.end = Figures.Key(
      try repeated(subject.presses / 10, until: 1) { try session.press(subject.keys.last) })
    figures.memory = session.residentMemory
  }

  /// Presses a key repeatedly. Returns to the top when the end is near or reached.
  private func repeated(
    _ count: Int, until end: Int, _ press: () throws -> KeyResponse?, afterTop: () throws -> Void = {}
  ) throws -> [KeyResponse] {
    var responses: [KeyResponse] = []
    var pressed = end
    for _ in 0..<count {
      if pressed >= end {
        _ = try session.press(subject.keys.first)
        try afterTop()
        pressed = 0
      }
      if let response = try press() {
        responses.append(response)
        pressed += 1
      } else {
        pressed = end
      }
    }
    return responses
  }
}
