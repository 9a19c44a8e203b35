import FoundationEssentials
import TerminalKit
import TestSupport
import Testing

@testable import NcursesKit

/// Output for pictures that appear, disappear and move.
@Suite("Picture output")
struct PictureDisplayTests {
  private static let cell = Size(width: 4, height: 8)

  /// A picture of this size in pixels, in cells that are large enough.
  private func picture(
    width: Int = 20, height: Int = 30, colors: Int? = nil, seed: Int = 0, at place: Point = Point(row: 2, column: 3)
  ) throws -> PlacedPicture {
    let count = width * height * (colors == nil ? 3 : 1)
    let pixels = try #require(
      PixelImage(
        size: Size(width: width, height: height), cell: Self.cell,
        palette: colors.map { count in (0..<count).map { RGB(UInt32($0) * 0x030507 & 0xFFFFFF) } },
        bytes: noise(count, seed: seed).map { $0 % UInt8(clamping: colors ?? 256) }))
    let size = Size(
      width: (width + Self.cell.width - 1) / Self.cell.width, height: (height + Self.cell.height - 1) / Self.cell.height
    )
    let cell = Canvas.Cell(picture: "█", foreground: RGB(0x123456), background: nil)
    let image = try #require(
      CellImage(size: size, cells: Array(repeating: cell, count: size.width * size.height), pixels: pixels))
    return PlacedPicture(image, at: place)
  }

  /// Incompressible bytes, deterministic by seed.
  private func noise(_ count: Int, seed: Int) -> [UInt8] {
    var state = UInt64(seed) &* 2_654_435_761 &+ 1
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
  }

  /// All remaining output, in chunks.
  private func finish(_ stage: inout PictureDisplay) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    while let step = stage.next() {
      switch step {
      case .bytes(let bytes), .frame(let bytes): pieces.append(bytes)
      }
    }
    return pieces
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Keys and payload of each kitty command.
  private func commands(_ bytes: [UInt8]) -> [(keys: String, payload: [UInt8])] {
    text(bytes).components(separatedBy: "\u{1B}_G").dropFirst().map { command in
      let body = command.components(separatedBy: "\u{1B}\\")[0].components(separatedBy: ";")
      return (body[0], body.count > 1 ? Array(Data(base64Encoded: body[1]) ?? Data()) : [])
    }
  }

  @Test("Kitty pictures are sent losslessly in chunks of at most 4,096 bytes and then placed")
  func kitty() throws {
    let picture = try picture(width: 61, height: 75)
    var stage = PictureDisplay()
    #expect(stage.show([picture], by: .kitty) == PictureDisplay.Change())
    let pieces = finish(&stage)
    #expect(pieces.count > 3 && !stage.isUnfinished)
    let sent = pieces.dropLast().flatMap(commands)
    #expect(sent[0].keys == "a=t,t=d,f=24,o=z,s=61,v=75,i=1952805487,q=2,m=1")
    #expect(sent.dropFirst().dropLast().allSatisfy { $0.keys == "q=2,m=1" && $0.payload.count == 3_072 })
    #expect(sent.last?.keys == "q=2,m=0")
    #expect(inflated(Array(sent.map(\.payload).joined()), to: 61 * 75 * 3) == picture.image.pixels?.bytes)
    #expect(pieces.dropLast().allSatisfy { $0.count <= 4_096 + 64 })
    // Centred in 16 × 10 cells: 64 × 80 pixels.
    #expect(pieces.last.map(text) == "\u{1B}7\u{1B}[3;4H\u{1B}_Ga=p,i=1952805487,p=1,X=1,Y=2,C=1,q=2\u{1B}\\\u{1B}8")
  }

  @Test("Covered pictures are hidden, and moved ones are not sent again")
  func coveredByKitty() throws {
    let (picture, moved) = (try picture(), try picture(at: Point(row: 5, column: 3)))
    var stage = PictureDisplay()
    _ = stage.show([picture], by: .kitty)
    _ = finish(&stage)
    let covered = stage.show([], by: .kitty)
    #expect(text(covered.before) == "\u{1B}_Ga=d,d=i,i=1952805487,p=1,q=2\u{1B}\\" && covered.after.isEmpty)
    #expect(stage.isEmpty)
    let back = stage.show([moved], by: .kitty)
    #expect(back.before.isEmpty && text(back.after).contains("\u{1B}[6;4H\u{1B}_Ga=p,i=1952805487,p=2,"))
    #expect(!stage.isUnfinished && stage.next() == nil)
    let again = stage.show([picture], by: .kitty)
    #expect(commands(again.before).map(\.keys) == ["a=d,d=i,i=1952805487,p=2,q=2"])
    #expect(commands(again.after).map(\.keys) == ["a=p,i=1952805487,p=3,X=0,Y=1,C=1,q=2"])
    #expect(stage.show([picture], by: .kitty) == PictureDisplay.Change())
    #expect(commands(stage.removeAll()).map(\.keys) == ["a=d,d=I,i=1952805487,q=2"])
    #expect(stage.isEmpty && stage.removeAll().isEmpty)
  }

  @Test("A transmission that is no longer needed is aborted")
  func abandoned() throws {
    var stage = PictureDisplay()
    _ = stage.show([try picture(width: 200, height: 200)], by: .kitty)
    for _ in 0..<3 { _ = stage.next() }
    let change = stage.show([], by: .kitty)
    #expect(commands(change.before).map(\.keys) == ["q=2,m=0", "a=d,d=I,i=1952805487,q=2"])
    #expect(!stage.isUnfinished && stage.next() == nil)
    // Other commands restart the transmission.
    let (small, large) = (try picture(seed: 1), try picture(width: 200, height: 200, at: Point(row: 9, column: 9)))
    _ = stage.show([small], by: .kitty)
    _ = finish(&stage)
    _ = stage.show([small, large], by: .kitty)
    _ = stage.next()
    let other = stage.show([large], by: .kitty)
    #expect(commands(other.before).map { $0.keys.prefix(7) } == ["q=2,m=0", "a=d,d=I", "a=d,d=i", "a=d,d=I"])
    let pieces = finish(&stage)
    #expect(commands(pieces[0])[0].keys.hasPrefix("a=t,"))
    let bytes = Array(pieces.flatMap(commands).map(\.payload).joined())
    #expect(inflated(bytes, to: 120_000) == large.image.pixels?.bytes)
  }

  @Test("A terminal keeps few pictures that are not shown")
  func kept() throws {
    var stage = PictureDisplay()
    var sent: [[UInt8]] = []
    for seed in 0..<9 {
      _ = stage.show([try picture(seed: seed)], by: .kitty)
      sent += finish(&stage)
    }
    let deleted = sent.flatMap(commands).filter { $0.keys.hasPrefix("a=d,d=I") }
    // All unplaced pictures are deleted together.
    #expect(deleted.map(\.keys) == (0..<8).map { "a=d,d=I,i=\(1_952_805_487 + $0),q=2" })
    #expect(commands(stage.removeAll()).count == 1)
  }

  @Test("Pictures that the terminal may have deleted are sent again", arguments: [false, true])
  func forgetful(forgetsAllUnplaced: Bool) throws {
    var random = SeededGenerator(seed: 7)
    var (stage, terminal) = (PictureDisplay(), KittyTerminal(forgetsAllUnplaced: forgetsAllUnplaced))
    let pictures = try (0..<7).flatMap { seed in
      try [2, 9].map { try picture(width: 20 + 20 * seed, seed: seed, at: Point(row: $0, column: 3)) }
    }
    for _ in 0..<500 {
      let wanted = Array(pictures.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)))
      let change = stage.show(wanted, by: .kitty)
      try terminal.take(change.before)
      try terminal.take(change.after)
      // Sometimes everything is sent.
      for _ in 0..<[0, 1, 2, 5, 1_000][Int.random(in: 0..<5, using: &random)] {
        guard let step = stage.next() else { break }
        switch step {
        case .bytes(let bytes), .frame(let bytes): try terminal.take(bytes)
        }
      }
      if !stage.isUnfinished { #expect(terminal.placements == wanted.count) }
      #expect(terminal.pictures.count <= 4 + 3)
    }
    try terminal.take(stage.removeAll())
    #expect(terminal.pictures.isEmpty)
  }

  @Test(
    "Sixels are sent as a separate image for each row of cells", arguments: [2, 40, 256])
  func sixel(colors: Int) throws {
    let picture = try picture(width: 61, height: 75, colors: colors)
    let pixels = try #require(picture.image.pixels)
    var stage = PictureDisplay()
    #expect(stage.show([picture], by: .sixel(colors: 256)) == PictureDisplay.Change())
    var canvas = Canvas(size: Size(width: 40, height: 20))
    var shown: [Point: RGB] = [:]
    for row in 0..<10 {
      guard case .frame(let bytes)? = stage.next() else { throw PictureReader.Failure(message: "no frame") }
      let (place, part) = try PictureReader.sixels(bytes)
      #expect(place == Point(row: 2 + row, column: 3))
      #expect(part.keys.allSatisfy { $0.row < 8 })
      for (pixel, color) in part { shown[Point(row: pixel.row + 8 * row, column: pixel.column)] = color }
      // Their cells are blank, those of later rows are not.
      canvas = Canvas(size: canvas.size)
      canvas.draw(picture.image, row: 2, column: 3, in: canvas.bounds)
      stage.clear(&canvas)
      #expect(canvas[2 + row, 3].text == " " && (row == 9 || canvas[3 + row, 3].text == "█"))
    }
    #expect(stage.next() == nil && shown.count == 61 * 75)
    let palette = try #require(pixels.palette)
    for (place, color) in shown {
      // The margin is 1 pixel at the left and 2 at the top.
      let wanted = palette[Int(pixels.bytes[(place.row - 2) * 61 + place.column - 1])]
      let isNear = [
        (wanted.red, color.red), (wanted.green, color.green), (wanted.blue, color.blue),
      ].allSatisfy { abs(Int($0) - Int($1)) <= 3 }
      #expect(isNear, "\(place)")
    }
  }

  @Test(
    "Moved sixels are sent again to new blanks, and obsolete ones are aborted"
  )
  func movedSixels() throws {
    let (picture, moved) = (try picture(colors: 8), try picture(colors: 8, at: Point(row: 3, column: 3)))
    var stage = PictureDisplay()
    func blank(_ picture: PlacedPicture) -> Canvas.Cell {
      var canvas = Canvas(size: Size(width: 40, height: 20))
      canvas.draw(picture.image, row: picture.position.row, column: 3, in: canvas.bounds)
      stage.clear(&canvas)
      return canvas[picture.position.row, 3]
    }
    _ = stage.show([picture], by: .sixel(colors: 256))
    #expect(finish(&stage).count == 4)
    let before = blank(picture)
    #expect(stage.show([moved], by: .sixel(colors: 256)) == PictureDisplay.Change())
    #expect(stage.isUnfinished)
    _ = stage.next()
    #expect(blank(moved).text == " " && blank(moved) != before)
    #expect(stage.show([], by: .sixel(colors: 256)) == PictureDisplay.Change())
    #expect(stage.next() == nil && !stage.isUnfinished && stage.removeAll().isEmpty)
  }

  @Test("Pictures for another protocol are not sent")
  func protocols() throws {
    var stage = PictureDisplay()
    _ = stage.show([try picture(colors: 8)], by: .kitty)
    #expect(stage.isEmpty)
    _ = stage.show([try picture()], by: .sixel(colors: 256))
    #expect(stage.isEmpty)
    _ = stage.show([try picture(colors: 64)], by: .sixel(colors: 16))
    #expect(stage.isEmpty)
    _ = stage.show([try picture()], by: .kitty)
    _ = finish(&stage)
    let change = stage.show([try picture()], by: nil)
    #expect(commands(change.before).map(\.keys) == ["a=d,d=I,i=1952805487,q=2"] && stage.isEmpty)
  }
}
