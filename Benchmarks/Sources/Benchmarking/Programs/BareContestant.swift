/// A minimal ncurses program. It generates its lines, so their number costs nothing.
struct BareContestant: Contestant {
  let name = "bare ncurses"
  let path: String

  func version(_ workshop: Workshop) -> String? { "" }

  func subjects(lengths: [Int], _ workshop: Workshop) -> [Subject] {
    lengths.suffix(1).map { Subject(name: name, length: $0.grouped, posts: $0, command: [path, String($0)]) }
  }
}
