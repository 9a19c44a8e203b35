/// toot's screen, with the home timeline of a server on this machine. It asks for 40 posts at a time.
struct TootContestant: Contestant {
  let name = "toot"
  let server: (Int) throws -> MastodonServer

  func version(_ workshop: Workshop) -> String? {
    guard workshop.find(name) != nil else { return nil }
    // It has no option for that; its help names it.
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
