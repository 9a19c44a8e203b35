import Domain
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import PostCell

/// Sizes and positions of pictures below text.
@MainActor @Suite struct PictureStripTests {
  private func picture(_ number: Int, _ width: Int, _ height: Int) -> PostCellViewModel.Picture {
    .init(number: number, size: PixelSize(width: width, height: height))
  }

  private func strip(_ sizes: [(Int, Int)], width: Int, height: Int) -> PictureStrip? {
    PictureStrip(
      sizes.enumerated().map { picture($0, $1.0, $1.1) }, width: width, maxHeight: height)
  }

  @Test func `A picture is as wide as the text, or as high as allowed`() throws {
    // A cell is twice as high as wide.
    let wide = try #require(strip([(800, 200)], width: 80, height: 13))
    #expect(wide.height == 10 && wide.pictures.map(\.width) == [80])
    let high = try #require(strip([(300, 400)], width: 80, height: 8))
    #expect(high.height == 8 && high.pictures.map(\.width) == [12])
  }

  @Test func `Several pictures are beside each other at the same height`() throws {
    let three = try #require(strip([(240, 160), (160, 240), (240, 160)], width: 80, height: 8))
    #expect(three.height == 8)
    #expect(three.pictures.map(\.column) == [0, 25, 36])
    #expect(three.pictures.map(\.width) == [24, 10, 24])
  }

  @Test(arguments: 1...12) func `Pictures never exceed the text or the height`(count: Int) {
    for width in [10, 16, 34, 76, 80] {
      for height in 3...13 {
        let sizes = (0..<count).map { ($0 % 2 == 0 ? 4_000 : 10, $0 % 3 == 0 ? 10 : 3_000) }
        guard let found = strip(sizes, width: width, height: height) else { continue }
        #expect(found.height <= height && found.pictures.count <= 4)
        #expect(found.pictures.last.map { $0.column + $0.width <= width } == true)
      }
    }
  }

  @Test func `The first pictures are shown if there is no space for all`() {
    let sizes = [(400, 100), (400, 100), (400, 100)]
    #expect(strip(sizes, width: 30, height: 8)?.pictures.map(\.number) == [0])
    #expect(strip(sizes, width: 60, height: 8)?.pictures.map(\.number) == [0, 1])
    #expect(strip(sizes, width: 80, height: 2) == nil)
    #expect(strip([], width: 80, height: 8) == nil)
  }

  @Test func `An unknown size has the usual proportions`() {
    #expect(PostCellViewModel.Picture(number: 0, size: nil).proportion == 4.0 / 3)
  }

  private func layout(
    _ post: Post, isRevealed: Bool = false, density: Density = .comfortable, height: Int = 8
  ) -> RowLayout {
    var cell = PostCellViewModel(post, now: .noon, isRevealed: isRevealed, density: density)
    cell.pictures = [picture(0, 240, 160)]
    return cell.layout(width: 40, pictureHeight: height)
  }

  @Test func `Pictures are between the text and their descriptions`() {
    let layout = layout(.fixture(text: "One.", media: [Media(kind: .image, description: "a page")]))
    #expect(layout.lines.count == 11 && layout.lines[1].plain == "One.")
    #expect(layout.pictures == [PictureSpace(number: 0, line: 2, column: 0, size: Size(width: 24, height: 8))])
    #expect(layout.lines[2..<10].allSatisfy { $0.plain.isEmpty })
    #expect(layout.lines.last?.plain == "▣ a page")
  }

  @Test func `A content warning hides the pictures until it is revealed`() {
    let post = Post.fixture(warning: "Spiders", media: [Media(kind: .image, description: "a page")])
    #expect(layout(post).pictures.isEmpty)
    #expect(layout(post, isRevealed: true).pictures.count == 1)
  }

  @Test func `Dense cells and low screens have no pictures`() {
    let post = Post.fixture(media: [Media(kind: .image, description: "a page")])
    for density in [Density.compact, .line] { #expect(layout(post, density: density).pictures.isEmpty) }
    #expect(layout(post, height: 2).pictures.isEmpty)
  }
}
