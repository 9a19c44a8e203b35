/// The TUI of toot with the home timeline of the local server. It requests 40 posts at a time.
struct TootContestant: Contestant {
  let name = "toot"
  let server: (Int) throws -> MastodonServer

  func version(_ workshop: Workshop) -> String? {
    guard workshop.find(name) != nil else { return nil }
    // There is no version option; the help contains the version.
    return try? workshop.run("toot")
  }

  func subjects(lengths: [Int], _ workshop: Workshop) throws -> [Subject] {
    guard let path = workshop.find(name), let length = lengths.first else { return [] }
    let address = try server(length).address
    let host = address.dropFirst("http://".count)
    _ = try workshop.write(
      """
      {
        "apps": {"\(host)": {
          "base_url": "\(address)", "client_id": "bench", "client_secret": "bench", "instance": "\(host)"}},
        "users": {"reader@\(host)": {"access_token": "bench", "instance": "\(host)", "username": "reader"}},
        "active_user": "reader@\(host)"
      }
      """, to: "config/toot/config.json")
    return [
      Subject(
        name: name, length: length.grouped, posts: length, command: [path, "tui"],
        keys: Subject.Keys(next: "j", page: "\u{1B}[6~", last: "\u{1B}[F", first: "\u{1B}[H"),
        quiet: .milliseconds(60), rounds: 5, presses: 100)
    ]
  }
}
