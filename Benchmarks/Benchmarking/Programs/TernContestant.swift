/// Tern itself: on its demo, and on files in its own JSON Lines.
struct TernContestant: Contestant {
  let name = "tern"
  let path: String

  func version(_ workshop: Workshop) -> String? {
    try? workshop.run("\(workshop.quoted(path)) --version")
  }

  func subjects(lengths: [Int], _ workshop: Workshop) throws -> [Subject] {
    let home = try workshop.run("\(workshop.quoted(path)) list --account ada@demo --format jsonl")
      .split(separator: "\n").count
    let demo = [
      Subject(
        name: "tern demo", length: "accounts", posts: 0, command: [path, "demo"],
        firstScreen: .text("Lovelace", posts: 0)),
      Subject(
        name: "tern demo, @ada", length: home.grouped, posts: home, command: [path, "demo", "--account", "ada@demo"],
        firstScreen: .text("Grace", posts: 60)),
    ]
    return try (demo + panes(posts: home)).map(withKeys)
      + lengths.map { length in
        let lines = try TimelineFiles.ternLines(SamplePost.timeline(count: length))
        let file = try workshop.write(lines, to: "tern/\(length).jsonl")
        return withKeys(
          Subject(name: name, length: length.grouped, posts: length, command: [path, "--no-demo", file]))
      }
  }

  /// The same timeline alone on a small terminal, and with others on a wide one.
  private func panes(posts: Int) -> [Subject] {
    func subject(_ name: String, _ arguments: String..., size: TerminalSize) -> Subject {
      var subject = Subject(
        name: "tern demo, \(name)", length: posts.grouped, posts: posts, command: [path, "demo"] + arguments,
        firstScreen: .text("Grace", posts: 60))
      subject.size = size
      return subject
    }
    return [
      subject("80×24", "--account", "ada@demo", size: .small),
      subject("three panes at 200×60", "--account", "ada@demo", size: .wide),
      subject("five columns at 200×60", "--columns", size: .wide),
    ]
  }

  private func withKeys(_ subject: Subject) -> Subject {
    var subject = subject
    subject.keys.first = "gg"
    return subject
  }
}
