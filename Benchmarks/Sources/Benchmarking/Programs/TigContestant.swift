/// tig in a repository with one commit per post, shown in one line each.
struct TigContestant: Contestant {
  let name = "tig"

  func version(_ workshop: Workshop) -> String? {
    guard workshop.find(name) != nil, workshop.find("git") != nil else { return nil }
    return try? workshop.run("tig --version")
  }

  func subjects(lengths: [Int], _ workshop: Workshop) throws -> [Subject] {
    guard let path = workshop.find(name) else { return [] }
    let settings = try workshop.write(
      """
      bind generic j move-down
      bind generic <C-f> move-page-down
      bind generic G move-last-line
      bind generic g move-first-line

      """, to: "tig/tigrc")
    return try lengths.map { length in
      let stream = try workshop.write(
        TimelineFiles.commits(SamplePost.timeline(count: length)), to: "tig/\(length).stream")
      let repository = workshop.path("tig/\(length)")
      try workshop.run(
        """
        git init -q -b main \(workshop.quoted(repository)) && cd \(workshop.quoted(repository)) \
        && git fast-import --quiet <\(workshop.quoted(stream)) && git reset -q --hard
        """)
      return Subject(
        name: name, length: length.grouped, posts: length, command: [path],
        environment: ["TIGRC_USER": settings, "GIT_DIR": repository + "/.git", "GIT_WORK_TREE": repository])
    }
  }
}
