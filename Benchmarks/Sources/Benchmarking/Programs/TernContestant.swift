/// Tern with its demo and with JSON Lines files.
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
    return try (demo + panes(posts: home) + [columns(workshop), pictures(workshop)]).map(withKeys)
      + lengths.map { withKeys(try plain(posts: $0, workshop)) }
      + (lengths.max().map { [withKeys(try filtered(posts: $0, workshop))] } ?? [])
  }

  /// A timeline in a file.
  private func plain(posts: Int, _ workshop: Workshop) throws -> Subject {
    let lines = try TimelineFiles.ternLines(SamplePost.timeline(count: posts))
    let file = try workshop.write(lines, to: "tern/\(posts).jsonl")
    return Subject(name: name, length: posts.grouped, posts: posts, command: [path, "--no-demo", file])
  }

  /// The same timeline with twenty filters. The last one folds the second post.
  private func filtered(posts: Int, _ workshop: Workshop) throws -> Subject {
    let folding = #"{"id": "fold", "name": "Folded", "query": "\#(SamplePost.marker(1))", "hides": false}"#
    let queries = ["from:nobody", "lang:tlh", "has:poll", "has:media likes:>900000", "unmatched OR missing"]
    let others = (0..<19).map { number in
      #"{"id": "\#(number)", "name": "\#(number)", "query": "\#(queries[number % queries.count]) -x\#(number)", "hides": true}"#
    }
    let filters = (others + [folding]).joined(separator: ", ")
    _ = try workshop.write(#"{"version": 1, "filters": [\#(filters)]}"#, to: "filters/state/tern/filters.json")
    return Subject(
      name: "\(name), 20 filters", length: posts.grouped, posts: posts,
      command: try plain(posts: posts, workshop).command,
      environment: ["XDG_STATE_HOME": workshop.path("filters/state")], firstScreen: .text("Folded", posts: posts))
  }

  /// The same timeline as a single screen and in panes.
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
    ]
  }

  /// Five timelines of the store in columns, each of another account.
  private func columns(_ workshop: Workshop) throws -> Subject {
    let length = 1_000
    let lines = try TimelineFiles.ternLines(SamplePost.timeline(count: length))
    let names = (1...5).map { "column-\($0)" }
    let files = try names.map { try workshop.write(lines, to: "columns/\($0).jsonl") }
    _ = try workshop.write("layout = \"columns\"\ndemo = false\n", to: "columns/config/tern/config.toml")
    var subject = Subject(
      name: "tern, five columns at 200×60", length: "5 × \(length.grouped)", posts: length, command: [path])
    subject.environment = [
      "XDG_DATA_HOME": workshop.path("columns/data"), "XDG_CONFIG_HOME": workshop.path("columns/config"),
      "XDG_STATE_HOME": workshop.path("columns/state"),
    ]
    subject.size = .wide
    let data = workshop.quoted(workshop.path("columns/data/tern"))
    try workshop.run(
      ([path, "import"] + files).map(workshop.quoted).joined(separator: " ") + " --data-directory \(data)")
    try addColumns(names, subject, workshop)
    return subject
  }

  /// A timeline of the store with twenty pictures on the screen.
  private func pictures(_ workshop: Workshop) throws -> Subject {
    let (posts, count) = (30, 20)
    let archive = try PictureArchive(posts: posts, workshop)
    _ = try workshop.write("layout = \"single\"\ndemo = false\n", to: "pictures/config/tern/config.toml")
    var subject = Subject(
      name: "tern, \(count) pictures at 120×90", length: posts.grouped, posts: posts,
      command: [path, "--no-demo", "--account", "ada"])
    subject.environment = [
      "XDG_DATA_HOME": workshop.path("pictures/data"), "XDG_CONFIG_HOME": workshop.path("pictures/config"),
      "XDG_STATE_HOME": workshop.path("pictures/state"),
    ]
    subject.size = .tall
    subject.pictures = count
    let data = workshop.quoted(workshop.path("pictures/data/tern"))
    try workshop.run(
      "\(workshop.quoted(path)) import --media \(workshop.quoted(archive.folder)) --data-directory \(data)")
    return subject
  }

  /// Adds a column for each of these accounts except the first, which is already open. Columns are saved for the next
  /// start.
  private func addColumns(_ names: [String], _ subject: Subject, _ workshop: Workshop) throws {
    let session = try Session(subject, size: subject.size, workshop: workshop)
    try session.waitForTimeline()
    for name in names.dropFirst() {
      for keys in ["+", name, "\r"] { _ = try session.press(keys, quiet: .milliseconds(500)) }
    }
    // The terminal may close with the program while reading.
    _ = try? session.press("q")
    session.end()
  }

  private func withKeys(_ subject: Subject) -> Subject {
    var subject = subject
    subject.keys.first = "gg"
    return subject
  }
}
