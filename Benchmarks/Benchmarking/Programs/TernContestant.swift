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
    return try demo.map(withKeys)
      + lengths.map { length in
        let lines = try TimelineFiles.ternLines(SamplePost.timeline(count: length))
        let file = try workshop.write(lines, to: "tern/\(length).jsonl")
        return withKeys(
          Subject(name: name, length: length.grouped, posts: length, command: [path, "--no-demo", file]))
      }
  }

  private func withKeys(_ subject: Subject) -> Subject {
    var subject = subject
    subject.keys.first = "gg"
    return subject
  }
}
