import Glibc
import ProgramSupport
import Testing

@Suite("The terminal’s title", .serialized, .needsTerminal, .endsInTime)
struct TitleTests {
  private func start(_ type: String = "xterm-256color", _ arguments: [String] = [], in folder: TemporaryFolder? = nil)
    async throws -> RawTerminal
  {
    let folder = folder ?? TemporaryFolder()
    let terminal = try RawTerminal(
      ["demo", "--account", "ada@demo"] + arguments, environment: ["TERM": type], in: folder)
    #expect(try await terminal.wait(for: "1 of 73"))
    try await terminal.settle()
    return terminal
  }

  @Test("names timeline and account, follows navigation, and is restored")
  func titles() async throws {
    let terminal = try await start()
    #expect(terminal.titles == ["push", "Home · @ada@demo · Tern"])
    terminal.write(Array("2".utf8))
    #expect(try await terminal.wait { _ in terminal.titles.last == "Mentions · @ada@demo · Tern" })
    // Wait for the post to open.
    #expect(try await terminal.wait(for: "the loop has an invariant"))
    terminal.write(Array("\r".utf8))
    #expect(try await terminal.wait { _ in terminal.titles.last?.hasPrefix("Post by ") == true })
    terminal.write(Array("?".utf8))
    #expect(try await terminal.wait { _ in terminal.titles.last == "Help · Tern" })
    terminal.write([3])
    #expect(try await terminal.end() == 0)
    #expect(terminal.titles.count { $0 == "push" } == 1 && terminal.titles.count { $0 == "pop" } == 1)
    #expect(terminal.titles.last == "pop")
  }

  @Test("is set on terminals with a title", arguments: ["tmux-256color", "screen", "rxvt", "st-256color"])
  func known(type: String) async throws {
    let terminal = try await start(type)
    #expect(terminal.titles.first == "push")
    terminal.write([3])
    #expect(try await terminal.end() == 0)
    #expect(terminal.titles.last == "pop")
  }

  @Test("is not set on terminals without one", arguments: ["linux", "vt100", "vt220", "wyse60"])
  func unknown(type: String) async throws {
    let terminal = try await start(type)
    terminal.write([3])
    #expect(try await terminal.end() == 0)
    #expect(terminal.titles.isEmpty)
  }

  @Test("is restored once by signals and crashes", arguments: [SIGTERM, SIGINT, SIGHUP, SIGSEGV, SIGABRT])
  func signals(number: Int32) async throws {
    let terminal = try await start()
    kill(terminal.process, number)
    #expect(try await terminal.end() == -number)
    #expect(terminal.titles.filter { ["push", "pop"].contains($0) } == ["push", "pop"])
  }

  @Test("is restored while Tern is stopped, and set again")
  func stop() async throws {
    let terminal = try await start()
    terminal.write([0x1A])
    let home = "Home · @ada@demo · Tern"
    #expect(try await terminal.wait { _ in terminal.titles == ["push", home, "pop", "push", home] })
    // After SIGSTOP the title was not restored, so it is only set again.
    kill(terminal.process, SIGSTOP)
    kill(terminal.process, SIGCONT)
    #expect(try await terminal.wait { _ in terminal.titles == ["push", home, "pop", "push", home, home] })
    terminal.write(Array("q".utf8))
    #expect(try await terminal.end() == 0)
    #expect(terminal.titles.suffix(2) == [home, "pop"])
  }

  @Test("can be turned off in the settings while Tern is running")
  func setting() async throws {
    let folder = TemporaryFolder()
    try folder.write("title = false\n", to: ".config/tern/config.toml")
    let terminal = try await start(in: folder)
    #expect(terminal.titles.isEmpty)
    try folder.write("title = true\n", to: ".config/tern/config.toml")
    terminal.write(Array("j".utf8))
    #expect(
      try await becomesTrue {
        terminal.write([0x0C])
        try await terminal.settle()
        return terminal.titles.first == "push"
      })
    try folder.write("title = false\n", to: ".config/tern/config.toml")
    #expect(
      try await becomesTrue {
        terminal.write([0x0C])
        try await terminal.settle()
        return terminal.titles.last == "pop"
      })
    kill(terminal.process, SIGSEGV)
    #expect(try await terminal.end() == -SIGSEGV)
    #expect(terminal.titles.filter { ["push", "pop"].contains($0) } == ["push", "pop"])
  }

  @Test("has no control characters, is short, and is ASCII without UTF-8")
  func hostile() async throws {
    let folder = TemporaryFolder()
    let name = #"\u001b]0;owned\u0007\u009cb\u202ec\n\r"# + String(repeating: "long ", count: 100)
    try folder.write(
      #"{"id": "1", "author": {"handle": "m\#(name)", "name": "é\#(name)"}, "text": "Here."}"#, to: "posts")
    for locale in ["C.UTF-8", "C"] {
      let environment = ["LC_ALL": locale]
      let terminal = try RawTerminal([folder.path(of: "posts")], environment: environment, in: folder)
      #expect(try await terminal.wait(for: "Here."))
      terminal.write(Array("\r".utf8))
      #expect(try await terminal.wait { _ in terminal.titles.last?.hasPrefix("Post by ") == true })
      terminal.write([3])
      #expect(try await terminal.end() == 0)
      for title in terminal.titles {
        #expect(title.count <= 90 && title.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(locale != "C" || title.allSatisfy(\.isASCII))
      }
      #expect(!terminal.titles.contains { $0.contains("\u{202E}") || $0 == "owned" })
    }
  }
}

extension RawTerminal {
  /// The changes of the title in order: `push`, `pop`, or the new title.
  fileprivate var titles: [String] {
    String(decoding: output, as: UTF8.self)
      .matches(of: /\u{1B}\[(22|23);2t|\u{1B}\][012];([^\u{1B}\u{7}]*)(?:\u{1B}\\|\u{7})/).map { match in
        match.1.map { $0 == "22" ? "push" : "pop" } ?? match.2.map(String.init) ?? ""
      }.filter { $0 != "Tern" }
  }
}
