import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Pictures in terminals that show pixels.
@Suite("Pictures in pixels", .serialized, .needsTerminal, .endsInTime)
struct PixelTests {
  private static let kittyQuery = "\u{1B}_Gi=1952805485,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
  private static let kitty = [
    kittyQuery: "\u{1B}_Gi=1952805485;OK\u{1B}\\", "\u{1B}[16t": "\u{1B}[6;20;10t",
    "\u{1B}[14t": "\u{1B}[4;480;800t",
  ]
  private static let sixel = ["\u{1B}[16t": "\u{1B}[6;18;9t", "\u{1B}[?1;1;0S": "\u{1B}[?1;0;256S"]
  /// Without a detail pane.
  private static let single = "layout = \"single\"\n"
  private static let sixelAttributes = "\u{1B}[?62;4;22c"

  /// Finds the demo's post with pictures.
  /// - Parameter fetching: with `never`, only the picture screen has pictures.
  private func start(
    size: (width: Int, height: Int) = (80, 24), environment: [String: String?] = [:], settings: String = "",
    fetching: String = "never", attributes: String = "\u{1B}[?62;22c", answers: [String: String],
    folder: TemporaryFolder? = nil
  ) async throws -> RawTerminal {
    let folder = folder ?? TemporaryFolder()
    try folder.write("fetch-pictures = \"\(fetching)\"\n" + settings, to: ".config/tern/config.toml")
    let terminal = try RawTerminal(
      ["demo", "--account", "ada@demo"], size: size, environment: environment, attributes: attributes,
      answers: answers, in: folder)
    #expect(try await terminal.wait(for: "1 of 73"))
    terminal.write(Array("/happened\r".utf8))
    #expect(try await terminal.wait(for: "Last night, in the order"))
    try await terminal.settle()
    return terminal
  }

  private func quit(_ terminal: RawTerminal) async throws {
    terminal.write([3])
    #expect(try await terminal.end() == 0)
    #expect(terminal.isRestored && terminal.unreadInput == 0)
  }

  @Test("The kitty protocol sends a picture once and deletes it when covered")
  func kitty() async throws {
    let terminal = try await start(answers: Self.kitty)
    #expect(!terminal.text.contains("\u{1B}_G"))
    terminal.write(Array("m".utf8))
    #expect(try await terminal.wait { $0.has("a=p,i=1952805487,p=1,") })
    #expect(terminal.text.components(separatedBy: Self.kittyQuery).count == 2)
    let sent = terminal.kittyCommands.filter { $0.keys.contains("a=t") || $0.keys.hasPrefix("q=2,m=") }
    // 240 × 160 pixels, scaled to the available cells of 10 × 20.
    let keys = Dictionary(
      uniqueKeysWithValues: sent[0].keys.split(separator: ",").map { ($0.prefix(1), Int($0.dropFirst(2)) ?? 0) })
    let (width, height) = (try #require(keys["s"]), try #require(keys["v"]))
    #expect(abs(width * 160 - height * 240) <= 240 && height > 200 && height.isMultiple(of: 20))
    #expect(inflated(Array(sent.map(\.payload).joined()), to: width * height * 3) != nil)
    // The palette covers it.
    let before = terminal.output.count
    terminal.write(Array(":".utf8))
    #expect(try await terminal.wait { $0.has("a=d,d=i,i=1952805487,p=1,", from: before) })
    try await terminal.settle()
    terminal.write([0x1B])
    #expect(try await terminal.wait { $0.has("a=p,i=1952805487,p=2,", from: before) })
    #expect(!terminal.output.has("a=t,", from: before))
    // Redrawing sends everything, because another program may have written to the terminal.
    let redrawn = terminal.output.count
    terminal.write([0x0C])
    #expect(try await terminal.wait { $0.has("a=p,", from: redrawn) })
    #expect(terminal.output.has("a=d,d=I,i=1952805487,", from: redrawn) && terminal.output.has("a=t,", from: redrawn))
    let left = terminal.output.count
    terminal.write([0x1B])
    #expect(try await terminal.wait { $0.has("a=d,d=i,", from: left) && $0.has("Last night", from: left) })
    try await quit(terminal)
    #expect(terminal.output.has("a=d,d=I,", from: left))
  }

  @Test("A list shows the pictures of a post beside each other, and deletes them when they scroll away")
  func list() async throws {
    let terminal = try await start(fetching: "ask", answers: Self.kitty)
    for number in 1...3 {
      #expect(try await terminal.wait { $0.has("a=p,i=\(1_952_805_486 + number),") })
    }
    try await terminal.settle()
    // 24 × 8 cells of 10 × 20.
    let sent = terminal.kittyCommands.filter { $0.keys.contains("a=t") }
    #expect(sent.count == 3 && sent.allSatisfy { $0.keys.contains("s=240,v=160") })
    let before = terminal.output.count
    terminal.write([0x1B])
    #expect(try await terminal.wait { $0.has("a=d,d=i,i=1952805487,", from: before) })
    try await quit(terminal)
  }

  @Test("Sixel sends a picture row by row, and again after it was covered")
  func sixel() async throws {
    let terminal = try await start(attributes: Self.sixelAttributes, answers: Self.sixel)
    #expect(!terminal.text.contains("\u{1B}P"))
    terminal.write(Array("m".utf8))
    #expect(try await terminal.wait { $0.has("\u{1B}P0;1;0q") })
    try await terminal.settle()
    let rows = terminal.sixelRows
    #expect(rows.count > 10)
    for row in rows {
      #expect(row.utf8.allSatisfy { 0x3F...0x7E ~= $0 || "!\"#$-;".utf8.contains($0) || 0x30...0x39 ~= $0 })
      // At most one row of cells.
      #expect(row.count { $0 == "-" } == 2)
    }
    let before = terminal.output.count
    terminal.write(Array("?".utf8))
    #expect(try await terminal.wait { $0.has("Help", from: before) })
    try await terminal.settle()
    #expect(!terminal.output.has("\u{1B}P", from: before))
    terminal.write([0x1B])
    #expect(try await terminal.wait { $0.has("\u{1B}P0;1;0q", from: before) })
    try await terminal.settle()
    #expect(terminal.sixelRows.count == 2 * rows.count)
    terminal.resize(to: (60, 20))
    #expect(try await terminal.wait { _ in terminal.sixelRows.count > 2 * rows.count })
    try await quit(terminal)
  }

  @Test("Keys work while a picture is being sent; closing it stops the transfer")
  func slow() async throws {
    // In large cells the picture is larger than the system's buffers and one read.
    let answers = Self.kitty.merging(["\u{1B}[16t": "\u{1B}[6;40;20t"]) { $1 }
    let terminal = try await start(size: (200, 60), settings: Self.single, answers: answers)
    terminal.write(Array("m".utf8))
    #expect(try await terminal.wait { $0.has("a=t,") })
    // Nothing is read now, and the buffers are full. After the key has been read, no other output may start. The key is
    // q, because Esc could start a sequence.
    terminal.write(Array("q".utf8))
    for _ in 0..<2_000 where terminal.unreadInput > 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(terminal.unreadInput == 0)
    #expect(try await terminal.wait { $0.has("a=d,d=I,") })
    try await terminal.settle()
    // Pictures sent later have other IDs.
    let sent = terminal.kittyCommands
    let start = try #require(sent.firstIndex { $0.keys.hasPrefix("a=t,") })
    let end = try #require(sent.firstIndex { $0.keys.hasPrefix("a=d,d=I,i=1952805487,") })
    #expect(sent[start].keys.contains(",i=1952805487,"))
    #expect(sent[start..<end].map(\.payload.count).reduce(0, +) < 300_000)
    #expect(sent[end - 1].keys == "q=2,m=0" && sent[end - 1].payload.isEmpty)
    #expect(!sent.contains { $0.keys.hasPrefix("a=p,i=1952805487,") })
    terminal.write(Array("j".utf8))
    try await quit(terminal)
  }

  @Test("A crash deletes the picture, and a signal ends a transfer", arguments: [SIGSEGV, SIGTERM])
  func crash(signal: Int32) async throws {
    let isCrash = signal == SIGSEGV
    let terminal = try await start(size: isCrash ? (80, 24) : (200, 60), settings: Self.single, answers: Self.kitty)
    terminal.write(Array("m".utf8))
    #expect(try await terminal.wait { $0.has(isCrash ? "a=p," : "a=t,") })
    // After a crash, nothing is sent to a terminal that accepts no output.
    if isCrash { try await terminal.settle() }
    let before = terminal.output.count
    kill(terminal.process, signal)
    #expect(try await terminal.end() == -signal)
    let end = try #require(terminal.output[before...].lastRange(of: Array("\u{1B}_Ga=d,".utf8)))
    #expect(terminal.output[..<end.lowerBound].suffix(2) == Array("\u{1B}\\".utf8)[...])
    #expect(terminal.isRestored)
  }

  @Test(
    "Pictures are characters if set, or if the terminal supports nothing else",
    arguments: [
      ("pictures = \"symbols\"\n", "xterm-256color", nil), ("signs = \"ascii\"\n", "xterm-256color", nil),
      ("", "xterm-256color", "1"), ("", "linux", nil), ("", "vt100", nil),
    ] as [(String, String, String?)])
  func symbols(settings: String, type: String, noColor: String?) async throws {
    let folder = TemporaryFolder()
    let terminal = try await start(
      environment: ["TERM": type, "NO_COLOR": noColor], settings: settings, answers: Self.kitty, folder: folder)
    terminal.write(Array("m".utf8))
    #expect(try await terminal.wait(for: "240"))
    try await terminal.settle()
    #expect(!terminal.text.contains("\u{1B}_G") && !terminal.text.contains("\u{1B}[16t"))
    if settings.contains("symbols") {
      try folder.write("pictures = \"auto\"\n", to: ".config/tern/config.toml")
      #expect(try await terminal.wait { $0.has("a=p,") })
      let before = terminal.output.count
      try folder.write("pictures = \"sixel\"\n", to: ".config/tern/config.toml")
      #expect(try await terminal.wait { $0.has("\u{1B}P0;1;0q", from: before) })
      #expect(terminal.output.has("a=d,d=I,", from: before))
    }
    try await quit(terminal)
  }
}

extension RawTerminal {
  fileprivate var text: String { String(decoding: output, as: UTF8.self) }

  /// The keys and payload of each kitty command.
  fileprivate var kittyCommands: [(keys: String, payload: Data)] {
    text.components(separatedBy: "\u{1B}_G").dropFirst().map { command in
      let body = command.components(separatedBy: "\u{1B}\\")[0].components(separatedBy: ";")
      return (body[0], body.count > 1 ? Data(base64Encoded: body[1]) ?? Data() : Data())
    }
  }

  fileprivate var sixelRows: [String] {
    text.components(separatedBy: "\u{1B}P0;1;0q").dropFirst().map { $0.components(separatedBy: "\u{1B}\\")[0] }
  }
}

extension [UInt8] {
  fileprivate func has(_ text: String, from start: Int = 0) -> Bool {
    self[Swift.min(start, count)...].firstRange(of: Array(text.utf8)) != nil
  }
}

extension ArraySlice<UInt8> {
  fileprivate func lastRange(of bytes: [UInt8]) -> Range<Int>? {
    indices.last { self[$0...].starts(with: bytes) }.map { $0..<$0 + bytes.count }
  }
}
