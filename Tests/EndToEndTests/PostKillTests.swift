import Foundation
import Glibc
import ProgramSupport
import StoreSupport
import TestSupport
import Testing

/// Whenever a Tern that posts is killed, the post is at the server once, or kept here; never twice, never gone.
@Suite(.endsInTime) struct PostKillTests {
  private static let seed: UInt64 = 20_261_122
  /// By the processor's time; those at each question come besides.
  private static let kills = Soak.isOn ? 24 : 2
  private static let kinds = [true, false]

  private let folder: TemporaryFolder
  private let reader: LiveReader

  init() throws {
    folder = try TemporaryFolder()
    reader = LiveReader(in: folder)
  }

  private func signIn(at server: PostingServer) async throws {
    let signedIn = try await reader.tern(["login", server.origin, "--token", "-"], input: "a-token\n")
    try #require(signedIn.status == .exited(0), "\(signedIn.errors)")
  }

  /// A home of its own, in which nothing has been asked yet.
  private func home() throws -> TemporaryFolder {
    let home = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: folder.path(of: ".local"), toPath: home.path(of: ".local"))
    return home
  }

  private static func outgoing(_ home: TemporaryFolder) -> OutgoingCheck {
    OutgoingCheck(directory: home.path(of: ".local/share/tern"))
  }

  @Test(arguments: kinds)
  func `Killed at any moment, tern post has lost nothing, and sends nothing twice`(keepsKeys: Bool) async throws {
    let server = try PostingServer(keepsKeys: keepsKeys)
    try await signIn(at: server)
    let first = try home()
    let whole = try RunningTern(["post", "Whole"], in: first)
    let before = server.asked
    let ended = try await whole.end()
    let complaint = try whole.complained()
    #expect(ended == 0, "\(complaint)")
    #expect(try whole.said() == "http://127.0.0.1/@ada/1000\n")
    let (questions, time) = (server.asked - before, try #require(whole.processorTime))
    try #require(questions > 0)

    for question in Soak.isOn ? 1...questions : questions...questions {
      for phase in PostingServer.Phase.allCases {
        let text = "Killed at question \(question), \(phase)"
        let home = try home()
        let tern = try RunningTern(["post", text], in: home)
        let process = tern.process
        server.on(.init(question: server.asked + question, phase: phase) { Glibc.kill(process, SIGKILL) })
        let status = try await tern.end()
        let complaint = try tern.complained()
        #expect(status == -SIGKILL, "\(text): \(complaint)")
        server.on(nil)
        try await expectOnce(text, home, server, canBeGone: false)
      }
    }
    var generator = SeededGenerator(seed: Self.seed)
    for number in 0..<Self.kills {
      let text = "Killed by the clock, \(number), seed \(Self.seed)"
      let home = try home()
      let before = server.asked
      let tern = try RunningTern(["post", text], in: home)
      _ = await tern.stop(after: time * .random(in: 0..<1, using: &generator))
      tern.kill(SIGKILL)
      let status = try await tern.end()
      let complaint = try tern.complained()
      #expect(status == -SIGKILL || status == 0, "\(text): \(complaint)")
      // It is kept before anybody is asked.
      try await expectOnce(text, home, server, canBeGone: server.asked == before)
    }
  }

  /// - Parameter canBeGone: whether it may have been killed before it had read what it was to post.
  private func expectOnce(
    _ text: String, _ home: TemporaryFolder, _ server: PostingServer, canBeGone: Bool
  ) async throws {
    let outgoing = Self.outgoing(home)
    try expectWhole(home.path(of: ".local/share/tern"), "\(text)")
    let kept = try await outgoing.all()
    #expect(canBeGone || server.texts.contains(text) || kept == [text], "\(text): neither sent nor kept")
    let wasOnItsWay = try await outgoing.outbox() == [text]
    // Nobody takes over what another Tern may still be at.
    try outgoing.letTimePass(seconds: 70)
    for _ in 0..<2 {
      let synced = try await LiveReader(in: home).tern(["sync"])
      #expect(synced.status == .exited(0), "\(text): \(synced.errors)")
    }
    let count = server.texts.count { $0 == text }
    let left = try await outgoing.all()
    #expect(count <= 1, "\(text): \(count) times at the server")
    #expect(count == 1 || left == kept, "\(text): gone")
    if wasOnItsWay { #expect(count == 1 && left.isEmpty, "\(text): what was on its way did not arrive") }
  }
}

/// The same from the key on that sends, in a terminal.
@Suite(.needsTerminal, .endsInTime) struct SendKillTests {
  private static let seed: UInt64 = 20_261_122
  private static let kills = Soak.isOn ? 25 : 2

  @Test func `Killed between the key and the confirmation, a post is sent once or kept`() async throws {
    let folder = try TemporaryFolder()
    let reader = LiveReader(in: folder)
    let server = try PostingServer()
    let signedIn = try await reader.tern(["login", server.origin, "--token", "-"], input: "a-token\n")
    try #require(signedIn.status == .exited(0), "\(signedIn.errors)")
    try folder.write("undo-send = 0\n", to: ".config/tern/config.toml")
    let outgoing = OutgoingCheck(directory: folder.path(of: ".local/share/tern"))
    var generator = SeededGenerator(seed: Self.seed)
    for number in 0..<Self.kills {
      let text = "Moment \(number)"
      try await Terminal.open(["--account", "ada"], folder: folder) { terminal in
        try await terminal.see("There before all")
        try await terminal.press("c")
        try await terminal.see("New post")
        try await terminal.type(text)
        #expect(try await comesTrue { try await outgoing.drafts() == [text] })
        let process = try await terminal.process()
        try await terminal.press("M-Enter")
        try await Task.sleep(for: .milliseconds(.random(in: 0...40, using: &generator)))
        kill(process, SIGKILL)
        #expect(try await comesTrue { kill(process, 0) != 0 })
      }
      try expectWhole(folder.path(of: ".local/share/tern"), "\(text)")
      let kept = try await outgoing.all()
      #expect(server.texts.contains(text) || kept == [text], "\(text), seed \(Self.seed): neither sent nor kept")
      try outgoing.letTimePass(seconds: 70)
      for _ in 0..<2 { #expect(try await reader.tern(["sync"]).status == .exited(0)) }
      let count = server.texts.count { $0 == text }
      #expect(count <= 1, "\(text), seed \(Self.seed): \(count) times at the server")
      let left = try await outgoing.drafts()
      #expect(count == 1 && left.isEmpty || count == 0 && left == [text], "\(text), seed \(Self.seed)")
      // What was killed before it was on its way is a draft, and would be gone on with.
      if left == [text] { #expect(try await sendDraft(text, folder, server)) }
    }
  }

  /// Goes on with the draft that is left, and sends it.
  private func sendDraft(_ text: String, _ folder: TemporaryFolder, _ server: PostingServer) async throws -> Bool {
    var isSent = false
    try await Terminal.open(["--account", "ada"], folder: folder) { terminal in
      try await terminal.see("There before all")
      try await terminal.press("c")
      try await terminal.see(text, "Your draft of")
      try await terminal.press("M-Enter")
      isSent = try await comesTrue { server.texts.contains(text) }
      try await terminal.press("q")
    }
    return isSent
  }
}
