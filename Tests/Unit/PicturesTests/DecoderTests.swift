import Domain
import FolderSupport
import Foundation
import Pictures
import ProgramSupport
import SystemFiles
import TestSupport
import Testing

@Suite("Picture decoding in a separate process")
struct DecoderTests {
  private let folder = TemporaryFolder()
  private let decoder = PictureDecoder(program: Tern.path, environment: [:])

  private func draw(
    _ bytes: [UInt8], width: Int = 20, height: Int = 10, look: PictureStyle = PictureStyle(colors: 1 << 24)
  ) async -> Result<DrawnPicture, PictureFailure> {
    do throws(PictureFailure) {
      let path = folder.path(of: "picture")
      do { try folder.write(bytes, to: "picture") } catch { throw .unreadable("\(error)") }
      // Another file at the same path must not be cached.
      return .success(
        try await PictureDecoder(program: Tern.path, environment: [:])
          .draw(StoredPicture(path: path), PictureRequest(width: width, height: height, style: look)))
    } catch {
      return .failure(error)
    }
  }

  private func failure(_ bytes: [UInt8]) async -> PictureFailure? {
    switch await draw(bytes) {
    case .success: nil
    case .failure(let failure): failure
    }
  }

  /// Runs a program in which installing a seccomp filter fails with this error number.
  private static let withoutFilters = """
    import ctypes, os, platform, struct, sys
    prctl = {"x86_64": 157, "aarch64": 167}[platform.machine()]
    rules = [(0x20, 0, 0, 0), (0x15, 0, 3, prctl), (0x20, 0, 0, 16), (0x15, 0, 1, 22),
             (0x06, 0, 0, 0x50000 | int(sys.argv[1])), (0x06, 0, 0, 0x7FFF0000)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *rule) for rule in rules))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(rules), ctypes.addressof(code)))
    libc = ctypes.CDLL(None)
    if libc.prctl(38, 1, 0, 0, 0) != 0 or libc.prctl(22, 2, program) != 0: sys.exit(99)
    os.execv(sys.argv[2], sys.argv[2:])
    """

  @Test(
    "Without filters the limits apply, and a refused filter aborts decoding",
    arguments: [(ENOSYS, 0), (EINVAL, 0), (EPERM, EX_OSERR), (EACCES, EX_OSERR)] as [(Int32, Int32)])
  func refusedFilters(number: Int32, status: Int32) async throws {
    try folder.write(SamplePicture.jpeg, to: "picture")
    try folder.write(Self.withoutFilters, to: "filters.py")
    let outcome = try await Tern.run(
      "/bin/sh",
      [
        "-c",
        // It must not be able to write files.
        """
        { python3 filters.py \(number) '\(Tern.path)' decode-picture 20 10 256 0 0 <picture; echo $? >status; } | cat >cells
        """,
      ], environment: ["PATH": "/usr/bin:/bin"], in: folder.path)
    #expect(outcome.status == .exited(0), "\(outcome.errors)")
    #expect(try folder.text(of: "status") == "\(status)\n")
    #expect(try Data(contentsOf: URL(filePath: folder.path(of: "cells"))).isEmpty == (status != 0))
  }

  @Test("JPEG, PNG and WebP become cells with the right colours and proportions")
  func kinds() async throws {
    for bytes in [SamplePicture.jpeg, SamplePicture.webp] {
      let picture = try await draw(bytes).get()
      #expect(picture.pixels == PixelSize(width: 32, height: 32))
      #expect(picture.width == 2 * picture.height)
      let top = try #require(picture.cells.first?.shown)
      let bottom = try #require(picture.cells.last?.shown)
      #expect(top >> 16 > 0xC0 && top & 0xFF < 0x40, "\(String(top, radix: 16))")
      #expect(bottom >> 16 < 0x40 && bottom & 0xFF > 0xC0, "\(String(bottom, radix: 16))")
    }
    let grey = try await draw(SamplePicture.png(width: 64, height: 16)).get()
    #expect(grey.pixels == PixelSize(width: 64, height: 16))
    #expect(grey.width == 20 && grey.height < 5)
  }

  @Test(
    "Pictures have at most the requested size", arguments: [(1, 1), (3, 1), (1, 7), (200, 60)])
  func sizes(width: Int, height: Int) async throws {
    let picture = try await draw(SamplePicture.jpeg, width: width, height: height).get()
    #expect(1...width ~= picture.width && 1...height ~= picture.height)
  }

  @Test("Without colours there are none, and ASCII is used if requested")
  func looks() async throws {
    let plain = try await draw(SamplePicture.jpeg, look: PictureStyle(colors: 0)).get()
    #expect(plain.cells.allSatisfy { $0.foreground == nil && $0.background == nil })
    let ascii = try await draw(SamplePicture.jpeg, look: PictureStyle(colors: 0, isASCII: true)).get()
    #expect(ascii.cells.allSatisfy { 0x20...0x7E ~= $0.character.value })
    #expect(Set(ascii.cells.map(\.character)).count > 1)
    let few = try await draw(SamplePicture.jpeg, look: PictureStyle(colors: 16)).get()
    #expect(Set(few.cells.compactMap(\.foreground)).count <= 16)
    #expect(few.cells.allSatisfy { $0.background == nil })
  }

  @Test("Pixels fill the cells in the proportions of the picture")
  func pixels() async throws {
    let cell = PixelSize(width: 9, height: 18)
    for (colors, isFew) in [(nil, false), (16, true)] as [(Int?, Bool)] {
      let look = PictureStyle(
        colors: 256, pixels: PicturePixels(cell: cell, colors: colors, background: 0x00FF00))
      let picture = try await draw(SamplePicture.jpeg, look: look).get()
      let raster = try #require(picture.raster)
      // 20 × 10 cells are 180 × 180 pixels.
      #expect(raster.size == PixelSize(width: 180, height: 180) && raster.cell == cell)
      #expect(picture.width == 20 && picture.height == 10)
      func color(_ place: Int) -> UInt32 {
        if let palette = raster.palette { return palette[Int(raster.bytes[place])] }
        return raster.bytes[3 * place..<3 * place + 3].reduce(0) { $0 << 8 | UInt32($1) }
      }
      let (top, bottom) = (color(180 * 20 + 90), color(180 * 160 + 90))
      #expect(top >> 16 > 0xC0 && top & 0xFF < 0x40, "\(String(top, radix: 16))")
      #expect(bottom >> 16 < 0x40 && bottom & 0xFF > 0xC0, "\(String(bottom, radix: 16))")
      #expect((raster.palette != nil) == isFew && raster.palette?.count ?? 0 <= 16)
    }
    let wide = try await draw(
      SamplePicture.png(width: 640, height: 100), width: 100, height: 50,
      look: PictureStyle(pixels: PicturePixels(cell: cell, colors: nil, background: 0))
    ).get()
    #expect(wide.raster?.size == PixelSize(width: 900, height: 140) && wide.width == 100 && wide.height == 8)
    #expect(try await draw(SamplePicture.jpeg).get().raster == nil)
  }

  @Test("Pixels are limited to four million")
  func manyPixels() async throws {
    let look = PictureStyle(pixels: PicturePixels(cell: PixelSize(width: 200, height: 200), colors: 256, background: 0))
    let raster = try #require(
      try await draw(SamplePicture.png(width: 300, height: 200), width: 300, height: 200, look: look).get().raster)
    #expect(3_900_000...4_000_000 ~= raster.size.width * raster.size.height)
    #expect(abs(raster.size.width * 2 - raster.size.height * 3) < 8)
  }

  @Test(
    "Pixels from the decoder are accepted only if consistent",
    arguments: [
      (#"\1\0\0\0\1\0\0\0\0\0\0\0abc"#, true), (#"\0\0\0\0\0\0\0\0\0\0\0\0"#, true),
      (#"\1\0\0\0\1\0\0\0\0\0\0\0ab"#, false), (#"\1\0\0\0\1\0\0\0\0\0\0\0abcd"#, false), ("", false),
      (#"\3\0\0\0\1\0\0\0\0\0\0\0abcdefghi"#, false), (#"\377\377\377\377\377\377\377\377\0\0\0\0abc"#, false),
      (#"\377\377\377\177\377\377\377\177\0\0\0\0abc"#, false), (#"\0\0\0\0\1\0\0\0\0\0\0\0"#, false),
      // An unrequested palette, and one that is too large.
      (#"\1\0\0\0\1\0\0\0\1\0\0\0abc\0"#, false), (#"\1\0\0\0\1\0\0\0\377\377\377\177abc"#, false),
    ])
  func declaredPixels(data: String, isAccepted: Bool) async throws {
    let cell = #"printf 'TERNPIC1\0\0\0\0\1\0\0\0\1\0\0\0\1\0\0\0\1\0\0\0\0\0\0\0A\0\0\0\0\0\0\0\0\0\0\0"#
    let look = PictureStyle(pixels: PicturePixels(cell: PixelSize(width: 2, height: 2), colors: nil, background: 0))
    #expect(try await outcome(of: cell + data + "'", look: look) == (isAccepted ? nil : Self.invalidData))
    // Unrequested pixels are rejected.
    if data.hasSuffix("abc") {
      #expect(try await outcome(of: cell + data + "'") == Self.invalidData)
    }
    var palette = look
    palette.pixels?.colors = 2
    let data = #"\1\0\0\0\1\0\0\0\2\0\0\0abcdef"#
    for (pixel, isAccepted) in [(#"\1"#, true), (#"\2"#, false)] {
      let expected = isAccepted ? nil : Self.invalidData
      #expect(try await outcome(of: cell + data + pixel + "'", look: palette) == expected)
    }
  }

  private static let invalidData = PictureFailure.decoderFailed("it returned invalid data")

  @Test("Unsupported types are named")
  func others() async {
    #expect(await failure([]) == .unknownKind("empty"))
    #expect(await failure(Array("hello".utf8)) == .unknownKind("not a picture"))
    #expect(await failure([0, 0, 0, 28] + Array("ftypavif".utf8)) == .unknownKind("an AVIF"))
    #expect(await failure(Array("<!DOCTYPE html>".utf8)) == .unknownKind("a web page"))
    #expect(await failure([0, 0, 0, 32] + Array("ftypmp42".utf8)) == .unknownKind("a video"))
  }

  @Test("Truncated pictures result in an error or a picture")
  func cut() async {
    for bytes in [SamplePicture.jpeg, SamplePicture.webp, SamplePicture.png(width: 40, height: 40)] {
      for length in stride(from: 12, to: bytes.count - 20, by: bytes.count / 6) {
        switch await failure(Array(bytes[..<length])) {
        case .damaged, nil: break
        case let other: Issue.record("\(length) of \(bytes.count): \(String(describing: other))")
        }
      }
    }
    let half = await failure(Array(SamplePicture.jpeg[..<600]))
    #expect(half?.sentence.contains("damaged or incomplete") == true)
  }

  @Test("A declared size of 30,000 × 30,000 pixels is rejected")
  func huge() async throws {
    let size = PixelSize(width: 30_000, height: 30_000)
    #expect(await failure(SamplePicture.png(width: 30_000, height: 30_000, rows: 2)) == .tooManyPixels(size))
    var jpeg = SamplePicture.jpeg
    let frame = try #require(jpeg.firstIndex(of: [0xFF, 0xC0]))
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0x75, 0x30, 0x75, 0x30])
    #expect(await failure(jpeg) == .tooManyPixels(size))
    // All numbers at their maximum.
    #expect(
      await failure(SamplePicture.png(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF, data: [])).map { failure in
        switch failure {
        case .tooManyPixels, .damaged: true
        default: false
        }
      } == true)
  }

  @Test("A wrong size within the limits is reported as damage")
  func wrongSize() async throws {
    let failure = await failure(SamplePicture.png(width: 8_000, height: 8_000, rows: 3))
    guard case .damaged = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test("Too large, missing and irregular files are rejected")
  func unreadable() async throws {
    let request = PictureRequest(width: 4, height: 4, style: PictureStyle())
    try folder.write([UInt8](repeating: 0xFF, count: PictureDecoder.maxBytes + 1), to: "large")
    try folder.makeFolder("folder")
    await #expect(throws: PictureFailure.tooLarge(limit: PictureDecoder.maxBytes)) {
      try await decoder.draw(StoredPicture(path: folder.path(of: "large")), request)
    }
    await #expect(throws: PictureFailure.self) {
      try await decoder.draw(StoredPicture(path: folder.path(of: "folder")), request)
    }
    await #expect(throws: PictureFailure.unreadable("No such file or directory")) {
      try await decoder.draw(StoredPicture(path: folder.path(of: "none")), request)
    }
  }

  /// The result with another program as the decoder.
  private func outcome(
    of script: String, look: PictureStyle = PictureStyle(), timeout: Duration = .seconds(120)
  ) async throws -> PictureFailure? {
    try folder.write("#!/bin/sh\n\(script)\n", to: "decoder", permissions: 0o700)
    try folder.write(SamplePicture.jpeg, to: "picture")
    let decoder = PictureDecoder(
      program: folder.path(of: "decoder"), environment: ["PATH": "/usr/bin:/bin", "SECRET": "told"],
      timeout: timeout)
    do throws(PictureFailure) {
      _ = try await decoder.draw(
        StoredPicture(path: folder.path(of: "picture")), PictureRequest(width: 4, height: 4, style: look))
      return nil
    } catch {
      return error
    }
  }

  @Test("Crashes and other failures of the decoder are errors")
  func crashes() async throws {
    #expect(try await outcome(of: "kill -SEGV $$") == .crashed(signal: 11))
    #expect(try await outcome(of: "kill -XCPU $$") == .tooSlow(seconds: 5))
    #expect(try await outcome(of: "exit 3") == .decoderFailed("it exited with status 3"))
    #expect(try await outcome(of: "echo hello") == .decoderFailed("it returned invalid data"))
    #expect(try await outcome(of: "exec sleep 60", timeout: .milliseconds(200)) == .tooSlow(seconds: 0))
    // It claims success with a million cells.
    #expect(
      try await outcome(of: #"printf 'TERNPIC1\0\0\0\0\350\3\0\0\350\3\0\0'; head -c 100000000 /dev/zero"#)
        == .decoderFailed("it returned too much data"))
    #expect(
      try await outcome(of: #"printf 'TERNPIC1\0\0\0\0\5\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'"#)
        == .decoderFailed("it returned invalid data"))
  }

  @Test("The decoder itself reports the signal of a crash")
  func crashReport() async throws {
    for (signal, words) in [(SIGSEGV, [8, 11]), (SIGABRT, [8, 6]), (SIGXCPU, [7, 24])] {
      var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
      let isMade = pipe(&input) == 0 && pipe(&output) == 0
      try #require(isMade)
      let ends = (input + output).compactMap(Descriptor.init)
      let program = try StartedProgram(
        ProgramStart(
          [Tern.path, PictureProcess.command, "4", "4", "256", "0", "0"], environment: [:], processGroup: .newSession,
          streams: [.descriptor(input[0]), .descriptor(output[1]), .nothing]))
      // It waits for a picture, so it has started.
      _ = SamplePicture.jpeg.withUnsafeBytes { write(input[1], $0.baseAddress, $0.count) }
      var left = Int32(1)
      while left > 0 {
        try await Task.sleep(for: .milliseconds(5))
        guard ioctl(input[0], UInt(FIONREAD), &left) == 0 else { break }
      }
      kill(program.number, signal)
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(output[0], &bytes, bytes.count)
      #expect(count == 32)
      #expect(Array(bytes[..<8]) == Array("TERNPIC1".utf8))
      #expect([Int(bytes[8]), Int(bytes[12])] == words)
      withExtendedLifetime(ends) {}
    }
  }

  @Test("Output of the decoder cannot control the terminal")
  func harmless() async throws {
    // One cell: ESC with invalid colours.
    let data = #"printf 'TERNPIC1\0\0\0\0\1\0\0\0\1\0\0\0\1\0\0\0\1\0\0\0\0\0\0\0\33\0\0\0\377\377\377\177\0\0\0\200'"#
    try folder.write("#!/bin/sh\n\(data)\n", to: "decoder", permissions: 0o700)
    try folder.write(SamplePicture.jpeg, to: "picture")
    let picture = try await PictureDecoder(program: folder.path(of: "decoder"), environment: [:]).draw(
      StoredPicture(path: folder.path(of: "picture")), PictureRequest(width: 4, height: 4, style: PictureStyle()))
    #expect(picture.cells == [DrawnPicture.Cell(character: " ")])
    // Messages are escaped.
    let words = #"printf 'TERNPIC1\2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\4\0\0\0\33[2J'"#
    let failure = try await outcome(of: words)
    #expect(failure?.sentence.unicodeScalars.contains { $0.value < 0x20 } == false)
  }

  @Test("The decoder's environment contains library paths only")
  func environment() async throws {
    #expect(try await outcome(of: #"test -z "$SECRET" && exit 7"#) == .decoderFailed("it exited with status 7"))
  }

  @Test("Before decoding the process drops all privileges")
  func limits() async throws {
    try folder.write(SamplePicture.jpeg, to: "picture")
    let file = try #require(Descriptor(open(folder.path(of: "picture"), O_RDONLY | O_CLOEXEC)))
    var ends: [Int32] = [-1, -1]
    let isMade = pipe(&ends) == 0
    try #require(isMade)
    let (output, input) = (try #require(Descriptor(ends[0])), try #require(Descriptor(ends[1])))
    // More than the pipe buffer, so that the process blocks in its output.
    let program = try StartedProgram(
      ProgramStart(
        [Tern.path, PictureProcess.command, "400", "400", "16777216", "0", "0"], environment: [:],
        processGroup: .newSession,
        streams: [.descriptor(file.number), .descriptor(input.number), .nothing]))
    defer { program.kill() }
    var state = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
    let hasSpoken = poll(&state, 1, 20_000) > 0
    try #require(hasSpoken)
    let limits = String(decoding: try OpenFile("/proc/\(program.number)/limits", O_RDONLY).readToEnd(), as: UTF8.self)
    for limit in ["Max open files", "Max processes", "Max file size", "Max core file size"] {
      let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix(limit) })
      #expect(line.dropFirst(26).split(separator: " ").prefix(2) == ["0", "0"], "\(line)")
    }
    #expect(limits.contains(#/Max cpu time +5 +6 /#))
    #expect(!limits.contains(/Max address space +unlimited/))
    let status = String(decoding: try OpenFile("/proc/\(program.number)/status", O_RDONLY).readToEnd(), as: UTF8.self)
    // The seccomp filter is active.
    #expect(status.contains("Seccomp:\t2"))
    #expect(status.contains("NoNewPrivs:\t1"))
  }

  @Test("Cancellation ends the process")
  func cancelled() async throws {
    try folder.write("#!/bin/sh\necho $$ >\"$0.pid\"\nexec sleep 60\n", to: "decoder", permissions: 0o700)
    try folder.write(SamplePicture.jpeg, to: "picture")
    let decoder = PictureDecoder(program: folder.path(of: "decoder"), environment: ["PATH": "/usr/bin:/bin"])
    let picture = StoredPicture(path: folder.path(of: "picture"))
    let task = Task {
      try await decoder.draw(picture, PictureRequest(width: 4, height: 4, style: PictureStyle()))
    }
    await waitUntil("the decoder starts") { folder.exists("decoder.pid") }
    task.cancel()
    await #expect(throws: PictureFailure.cancelled) { try await task.value }
  }
}

extension DrawnPicture.Cell {
  /// The colour of most of its area.
  var shown: UInt32? { character == "█" ? foreground : background ?? foreground }
}

/// A file that is closed with its last reference.
private final class Descriptor {
  let number: Int32

  init?(_ number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  deinit { close(number) }
}
