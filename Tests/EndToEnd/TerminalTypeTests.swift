import Foundation
import ProgramSupport
import Testing

@Suite("Every terminal type", .needsTerminal, .endsInTime)
struct TerminalTypeTests {
  /// The types of every system, and a sample of all others in terminfo.
  private static let types: [String] = {
    let folders = ["/lib/terminfo", "/usr/share/terminfo", "/etc/terminfo"]
    let files = folders.map { folder in
      (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
        .filter { $0.contains("/") }.map { ($0 as NSString).lastPathComponent }.sorted()
    }
    let base = Set(files[0])
    let others = (files[1] + files[2]).filter { !base.contains($0) }
    let step = Soak.isOn ? 1 : max(1, others.count / sampleCount)
    return base.sorted() + stride(from: 0, to: others.count, by: step).map { others[$0] }
  }()
  private static let sampleCount = 60

  @Test("is tested in a large sample")
  func many() {
    #expect(Self.types.count > Self.sampleCount)
  }

  @Test("shows a screen, handles keys and is restored, or is refused in one line", arguments: types)
  func type(name: String) async throws {
    try await ConcurrencyLimiter.shared.run { try await check(name) }
  }

  private func check(_ name: String) async throws {
    let folder = TemporaryFolder()
    let terminal = try RawTerminal(environment: ["TERM": name], in: folder)
    let hasOutput = try await terminal.wait(for: "@ada@demo", "print posts without one\r\n")
    try #require(hasOutput, "\(String(decoding: terminal.output, as: UTF8.self).debugDescription)")
    let isRefused = terminal.output.starts(with: "tern: ".utf8)
    if !isRefused {
      terminal.write(Array("\r".utf8))
      #expect(try await terminal.wait(for: "Mentions"), "it does not open the timeline")
      for key in ["j", "\r", "?"] {
        let count = terminal.output.count
        terminal.write(Array(key.utf8))
        #expect(try await terminal.wait { $0.count > count }, "\(key.debugDescription) has no effect")
      }
      // ^C instead of q, because some terminals have keys that start with Esc and end with q.
      terminal.write([3])
    }
    let end = try await terminal.end()
    let status = try #require(end, "it does not end")
    #expect(status == (isRefused ? 69 : 0))
    #expect(terminal.isRestored)
    if isRefused {
      #expect(terminal.output.starts(with: "tern: ".utf8) && terminal.output.count { $0 == 10 } == 1)
    }
  }
}
