/// An account signed in at the test server, with its whole timeline cached, or several accounts at as many servers.
struct LiveAccount {
  let server: MastodonServer
  let posts: Int
  private let others: [MastodonServer]
  private let data: String
  private let tern: String
  private let workshop: Workshop

  /// - Parameters:
  ///   - posts: The number of cached posts of each account.
  ///   - accounts: The number of accounts.
  init(tern: String, posts: Int, accounts: Int = 1, _ workshop: Workshop) throws {
    self.tern = tern
    self.posts = posts
    self.workshop = workshop
    data = "live/data-\(accounts)"
    let servers = try (0..<accounts).map {
      try MastodonServer(posts: posts, number: accounts * (accounts - 1) / 2 + $0, workshop)
    }
    (server, others) = (servers[0], Array(servers.dropFirst()))
    for streams in [true, false] {
      let settings = "cache-posts = 1000000\ncache-days = 36500\ndemo = false\nstream = \(streams)\n"
      _ = try workshop.write(settings, to: "live/\(streams)/tern/config.toml")
    }
    for server in servers {
      try signIn(at: server, data: data)
      // Reads the whole timeline once to cache it.
      let account = "reader@" + server.address.replacing("http://", with: "")
      _ = try run("list --account \(account) --timeline Home --limit \(posts) >/dev/null", data: data)
    }
  }

  /// A new account without cached posts.
  func newcomer(_ number: Int) throws -> Subject {
    let data = "live/newcomer-\(number)"
    try signIn(at: server, data: data)
    return subject(streams: true, data: data)
  }

  /// One account opens its Home, several the Home of all accounts.
  /// - Parameter streams: Whether live updates are on.
  func subject(streams: Bool, data: String? = nil) -> Subject {
    var subject = Subject(
      name: "tern", length: posts.grouped, posts: posts,
      command: [tern] + (others.isEmpty ? ["--account", "reader"] : ["all"]))
    subject.environment = environment(streams: streams, data: data ?? self.data)
    subject.keys.first = "gg"
    return subject
  }

  private func environment(streams: Bool, data: String) -> [String: String] {
    ["XDG_DATA_HOME": workshop.path(data), "XDG_CONFIG_HOME": workshop.path("live/\(streams)")]
  }

  private func signIn(at server: MastodonServer, data: String) throws {
    _ = try run("login \(server.address) --token -", input: "bench", data: data)
  }

  private func run(_ words: String, input: String = "", data: String) throws -> String {
    let variables = environment(streams: false, data: data).map { "\($0)=\(workshop.quoted($1))" }
    let command = (["env"] + variables + [workshop.quoted(tern), words]).joined(separator: " ")
    return try workshop.run("printf '%s' \(workshop.quoted(input)) | \(command)")
  }
}
