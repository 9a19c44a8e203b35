/// newsboat with a feed fetched before, in its list of articles, one line per post.
struct NewsboatContestant: Contestant {
  let name = "newsboat"
  /// Fetching a long feed the first time takes longer than all other programs together.
  private let longest = 1000

  func version(_ workshop: Workshop) -> String? {
    guard workshop.find(name) != nil else { return nil }
    return try? workshop.run("newsboat --version")
  }

  func subjects(lengths: [Int], _ workshop: Workshop) throws -> [Subject] {
    guard let path = workshop.find(name) else { return [] }
    return try lengths.filter { $0 <= longest }.map { length in
      let feed = try workshop.write(
        TimelineFiles.feed(SamplePost.timeline(count: length)), to: "newsboat/\(length)/feed.xml")
      let urls = try workshop.write("file://\(feed)\n", to: "newsboat/\(length)/urls")
      let config = try workshop.write(
        """
        bind-key j down
        bind-key ^F pagedown
        bind-key G end
        bind-key g home
        confirm-exit no

        """, to: "newsboat/\(length)/config")
      let command = [path, "-u", urls, "-C", config, "-c", workshop.path("newsboat/\(length)/cache.db")]
      try workshop.run(command.map(workshop.quoted).joined(separator: " ") + " -x reload")
      return Subject(
        name: name, length: length.grouped, posts: length, command: command,
        opening: [Subject.Step(text: "Timeline", keys: "\r")])
    }
  }
}
