/// From a key to the answer, and how long the answer is. Each key waits until the one before has been answered.
///
/// Whether `j` scrolls is known by counting from the top: it does not before the last post of the screen, and does
/// after it.
struct KeyMeasure {
  private let session: Session
  private let subject: Subject
  /// How many posts the screen holds, of how many.
  private let visible: Int
  private let posts: Int

  /// Reads the timeline to its end first, so that what is measured is a program that has it.
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
    _ = try session.press(subject.keys.last)
    try session.settle()
    _ = try session.press(subject.keys.first)
    try session.settle()
  }

  func run(into figures: inout Figures) throws {
    // The last post of the screen may be there in part: moving to it scrolls.
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

  /// Presses a key so many times, and goes back to the top whenever it has been pressed so often that the end is near,
  /// or has been reached.
  private func repeated(
    _ count: Int, until end: Int, _ press: () throws -> Answer?, afterTop: () throws -> Void = {}
  ) throws -> [Answer] {
    var answers: [Answer] = []
    var pressed = end
    for _ in 0..<count {
      if pressed >= end {
        _ = try session.press(subject.keys.first)
        try afterTop()
        pressed = 0
      }
      if let answer = try press() {
        answers.append(answer)
        pressed += 1
      } else {
        pressed = end
      }
    }
    return answers
  }
}
