/// tooi with the home timeline of the local server. It requests 40 posts at a time, and draws the selected post some
/// time after the list, so few keys are measured.
struct TooiContestant: Contestant {
  let name = "tooi"
  let server: (Int) throws -> MastodonServer

  func version(_ workshop: Workshop) -> String? {
    guard workshop.find(name) != nil else { return nil }
    return try? workshop.run("tooi --version")
  }

  func subjects(lengths: [Int], _ workshop: Workshop) throws -> [Subject] {
    guard let path = workshop.find(name), let length = lengths.first else { return [] }
    let address = try server(length).address
    let host = address.dropFirst("http://".count)
    _ = try workshop.write(
      """
      {
        "active_acct": "reader@\(host)",
        "accounts": {"reader@\(host)": {
          "acct": "reader@\(host)", "username": "reader", "instance": "\(host)", "access_token": "bench"}},
        "apps": {"\(host)": {
          "title": "Benchmark", "domain": "\(host)", "base_url": "\(address)", "client_id": "bench",
          "client_secret": "bench"}}
      }
      """, to: "data/tooi/credentials.json")
    return [
      Subject(
        name: name, length: length.grouped, posts: length, command: [path, "--animation-level", "none"],
        keys: Subject.Keys(next: "j", page: "J", last: "\u{1B}[1;2F", first: "\u{1B}[1;2H"),
        quiet: .milliseconds(400), rounds: 3, presses: 40)
    ]
  }
}
