/// An account signed in at the test server, with its whole timeline cached.
struct LiveAccount {
  let server: MastodonServer
  let posts: Int
  private let tern: String
  private let workshop: Workshop

  /// - Parameter posts: The number of cached posts.
  init(tern: String, posts: Int, _ workshop: Workshop) throws {
    self.tern = tern
    self.posts = posts
    self.workshop = workshop
    server = try MastodonServer(posts: posts, workshop)
    for streams in [true, false] {
      let settings = "cache-posts = 1000000\ncache-days = 36500\ndemo = false\nstream = \(streams)\n"
      _ = try workshop.write(settings, to: "live/\(streams)/tern/config.toml")
    }
    try signIn(data: "live/data")
    // Reads the whole timeline once to cache it.
    _ = try run("list --account reader --timeline Home --limit \(posts) >/dev/null", data: "live/data")
  }

  /// A new account without cached posts.
  func newcomer(_ number: Int) throws -> Subject {
    let data = "live/newcomer-\(number)"
    try signIn(data: data)
    return subject(streams: true, data: data)
  }

  /// - Parameter streams: Whether live updates are on.
  func subject(streams: Bool, data: String = "live/data") -> Subject {
    var subject = Subject(
      name: "tern", length: posts.grouped, posts: posts, command: [tern, "--account", "reader"])
    subject.environment = environment(streams: streams, data: data)
    subject.keys.first = "gg"
    return subject
  }

  private func environment(streams: Bool, data: String) -> [String: String] {
    ["XDG_DATA_HOME": workshop.path(data), "XDG_CONFIG_HOME": workshop.path("live/\(streams)")]
  }

  private func signIn(data: String) throws {
    _ = try run("login \(server.address) --token -", input: "bench", data: data)
  }

  private func run(_ words: String, input: String = "", data: String) throws -> String {
    let variables = environment(streams: false, data: data).map { "\($0)=\(workshop.quoted($1))" }
    let command = (["env"] + variables + [workshop.quoted(tern), words]).joined(separator: " ")
    return try workshop.run("printf '%s' \(workshop.quoted(input)) | \(command)")
  }
}
