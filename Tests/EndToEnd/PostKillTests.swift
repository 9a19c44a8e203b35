import Foundation
import Glibc
import ProgramSupport
import SimulatedServer
import StoreSupport
import TestSupport
import Testing

/// A post killed at any moment is at the server once or stored here: never twice, never lost.
@Suite(.endsInTime) struct PostKillTests {
  private static let seed: UInt64 = 20_261_122
  /// Kills at random processor times, in addition to those at each request.
  private static let kills = Soak.isOn ? 24 : 2
  private static let kinds = [true, false]

  private let reader = ServerUser()
  private var folder: TemporaryFolder { reader.folder }

  /// A copy of the home directory before any post.
  private func home() throws -> TemporaryFolder {
    let home = TemporaryFolder()
    try FileManager.default.copyItem(atPath: folder.path(of: ".local"), toPath: home.path(of: ".local"))
    return home
  }

  private static func outbox(_ home: TemporaryFolder) -> OutboxCheck {
    OutboxCheck(directory: home.path(of: ".local/share/tern"))
  }

  @Test(arguments: kinds)
  func `tern post killed at any moment loses nothing and sends nothing twice`(honorsKeys: Bool) async throws {
    let server = try SimulatedSocketServer { $0.honorsIdempotencyKeys = honorsKeys }
    server.write(1)
    try await reader.signIn(at: server.origin)
    let first = try home()
    let complete = try RunningTern(["post", "Complete"], in: first)
    let before = server.requestCount
    let ended = try await complete.end()
    let errors = try complete.errorOutput()
    #expect(ended == 0, "\(errors)")
    #expect(try complete.output() == "\(server.origin)/@ada/\(server.ids[0])\n")
    let (requestCount, time) = (server.requestCount - before, try #require(complete.processorTime))
    try #require(requestCount > 0)

    for request in Soak.isOn ? 1...requestCount : requestCount...requestCount {
      for phase in SimulatedSocketServer.Phase.allCases {
        let text = "Killed at request \(request), \(phase)"
        let home = try home()
        let tern = try RunningTern(["post", text], in: home)
        let process = tern.process
        server.on(.init(request: server.requestCount + request, phase: phase) { Glibc.kill(process, SIGKILL) })
        let status = try await tern.end()
        let errors = try tern.errorOutput()
        #expect(status == -SIGKILL, "\(text): \(errors)")
        server.on(nil)
        try await expectOnce(text, home, server, canBeMissing: false)
      }
    }
    var generator = SeededGenerator(seed: Self.seed)
    for number in 0..<Self.kills {
      let text = "Killed by the clock, \(number), seed \(Self.seed)"
      let home = try home()
      let before = server.requestCount
      let tern = try RunningTern(["post", text], in: home)
      _ = await tern.stop(after: time * .random(in: 0..<1, using: &generator))
      tern.kill(SIGKILL)
      let status = try await tern.end()
      let errors = try tern.errorOutput()
      #expect(status == -SIGKILL || status == 0, "\(text): \(errors)")
      // The draft is stored before the first request.
      try await expectOnce(text, home, server, canBeMissing: server.requestCount == before)
    }
  }

  /// - Parameter canBeMissing: whether it may have been killed before the draft was stored.
  private func expectOnce(
    _ text: String, _ home: TemporaryFolder, _ server: SimulatedSocketServer, canBeMissing: Bool
  ) async throws {
    let outbox = Self.outbox(home)
    try expectConsistentStore(home.path(of: ".local/share/tern"), "\(text)")
    let stored = try await outbox.all()
    #expect(canBeMissing || server.texts.contains(text) || stored == [text], "\(text): neither sent nor stored")
    let wasInOutbox = try await outbox.outbox() == [text]
    // Posts that another process may be sending are not taken over for a minute.
    try outbox.advanceTime(seconds: 70)
    for _ in 0..<2 {
      let synced = try await ServerUser(in: home).tern(["sync"])
      #expect(synced.status == .exited(0), "\(text): \(synced.errors)")
    }
    let count = server.texts.count { $0 == text }
    let left = try await outbox.all()
    #expect(count <= 1, "\(text): \(count) times at the server")
    #expect(count == 1 || left == stored, "\(text): lost")
    if wasInOutbox { #expect(count == 1 && left.isEmpty, "\(text): in the outbox but not sent") }
  }
}

/// The same in a terminal, from the key that sends.
@Suite(.needsTerminal, .endsInTime) struct SendKillTests {
  private static let seed: UInt64 = 20_261_122
  private static let kills = Soak.isOn ? 25 : 2

  @Test func `A post killed between the key and the confirmation is sent once or stored`() async throws {
    let folder = TemporaryFolder()
    let reader = ServerUser(in: folder)
    let server = try SimulatedSocketServer()
    server.write(1)
    try await reader.signIn(at: server.origin)
    try folder.write("undo-send = 0\n", to: ".config/tern/config.toml")
    let outbox = OutboxCheck(directory: folder.path(of: ".local/share/tern"))
    var generator = SeededGenerator(seed: Self.seed)
    for number in 0..<Self.kills {
      let text = "Moment \(number)"
      try await Terminal.open(["--account", "ada"], folder: folder) { terminal in
        try await terminal.see("Post number")
        try await terminal.press("c")
        try await terminal.see("New post")
        try await terminal.type(text)
        #expect(try await becomesTrue { try await outbox.drafts() == [text] })
        let process = try await terminal.process()
        try await terminal.press("M-Enter")
        try await Task.sleep(for: .milliseconds(.random(in: 0...40, using: &generator)))
        kill(process, SIGKILL)
        #expect(try await becomesTrue { kill(process, 0) != 0 })
      }
      try expectConsistentStore(folder.path(of: ".local/share/tern"), "\(text)")
      let stored = try await outbox.all()
      #expect(server.texts.contains(text) || stored == [text], "\(text), seed \(Self.seed): neither sent nor stored")
      try outbox.advanceTime(seconds: 70)
      for _ in 0..<2 { #expect(try await reader.tern(["sync"]).status == .exited(0)) }
      let count = server.texts.count { $0 == text }
      #expect(count <= 1, "\(text), seed \(Self.seed): \(count) times at the server")
      let left = try await outbox.drafts()
      #expect(count == 1 && left.isEmpty || count == 0 && left == [text], "\(text), seed \(Self.seed)")
      // If killed before it was in the outbox, it is a draft that the composer continues.
      if left == [text] { #expect(try await sendDraft(text, folder, server)) }
    }
  }

  /// Opens the remaining draft and sends it.
  private func sendDraft(_ text: String, _ folder: TemporaryFolder, _ server: SimulatedSocketServer) async throws
    -> Bool
  {
    var isSent = false
    try await Terminal.open(["--account", "ada"], folder: folder) { terminal in
      try await terminal.see("Post number")
      try await terminal.press("c")
      try await terminal.see("1 draft kept")
      try await terminal.press("C-x", "o")
      try await terminal.see(text, "Draft from")
      try await terminal.press("M-Enter")
      isSent = try await becomesTrue { server.texts.contains(text) }
      try await terminal.press("q")
    }
    return isSent
  }
}
