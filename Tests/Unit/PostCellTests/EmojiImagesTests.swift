import Domain
import PostCell
import TerminalKit
import TestSupport
import Testing

/// Custom emoji and avatars in cells.
@MainActor @Suite struct EmojiImagesTests {
  init() { UTF8Locale.set() }

  private func image() throws -> InlineImage {
    let cell = Canvas.Cell(picture: "▀", foreground: RGB(0xFF0000), background: nil)
    return try #require(
      CellImage(size: InlineImage.size, cells: [cell, cell]).flatMap { InlineImage($0) })
  }

  /// A cell in which `:cup:` is loaded, in text and name.
  private func cell(_ post: Post, query: String? = nil, density: Density = .comfortable) throws -> PostCellViewModel {
    var cell = PostCellViewModel(
      post, now: .noon, query: query.flatMap { try? SearchQuery($0, now: .noon) }, density: density)
    cell.images.emojis["cup"] = try image()
    cell.images.nameEmojis["cup"] = try image()
    return cell
  }

  private func post(_ text: String, name: String = "Grace") -> Post {
    .fixture(author: Profile(handle: "grace", name: name), createdAt: .noon.minutesAgo(2), text: text)
  }

  /// A list of the cell, drawn in 40 columns.
  private func draw(_ cell: PostCellViewModel, pictures: ListPictures? = nil) -> Canvas {
    var list = CellList<PostCellViewModel>()
    list.show([cell], selection: 0)
    var canvas = Canvas(size: Size(width: 44, height: 12))
    list.draw(
      on: &canvas, in: canvas.bounds, mouse: ListMouse(move: { _ in }, open: {}, openLink: { _ in }),
      pictures: pictures)
    return canvas
  }

  /// The columns of picture cells in a row.
  private func pictureColumns(_ canvas: Canvas, row: Int) -> [Int] {
    (0..<canvas.size.width).filter { canvas[row, $0].pictureColors != nil }
  }

  @Test func `A loaded emoji takes two cells in place of its shortcode`() throws {
    let canvas = draw(try cell(post("Tea :cup: now", name: "Grace :cup:")))
    #expect(canvas.lines[1].contains("Tea ▀▀ now") && pictureColumns(canvas, row: 1) == [7, 8])
    #expect(canvas.lines[0].contains("Grace ▀▀  @grace") && pictureColumns(canvas, row: 0) == [9, 10])
  }

  @Test(arguments: ["Tea :blobcat: now", "Tea at 10:30 and 11:cups", ":cup", "cup:", "::", "Tea :CUP:"])
  func `Texts without a loaded emoji stay`(text: String) throws {
    let canvas = draw(try cell(post(text)))
    #expect(canvas.lines[1].contains(text) && pictureColumns(canvas, row: 1).isEmpty)
  }

  @Test func `Adjacent emoji and colons are told apart`() throws {
    #expect(draw(try cell(post("10:cup::cup:x:cup:"))).lines[1].contains("10▀▀▀▀x▀▀"))
  }

  @Test func `A shortcode with a search match stays readable`() throws {
    let canvas = draw(try cell(post("Tea :cup: now"), query: "cup"))
    #expect(canvas.lines[1].contains("Tea :cup: now") && pictureColumns(canvas, row: 1).isEmpty)
  }

  @Test(arguments: [Density.compact, .line])
  func `Dense cells have emoji`(density: Density) throws {
    let canvas = draw(try cell(post("Tea :cup: now", name: "Grace :cup:"), density: density))
    #expect(canvas.lines.joined().contains("Tea ▀▀ now") && canvas.lines[0].contains("Grace ▀▀"))
  }

  @Test func `Lines break around emoji, and a cut line has none in part`() throws {
    let text = String(repeating: ":cup:", count: 30)
    let canvas = draw(try cell(post(text)))
    #expect(pictureColumns(canvas, row: 1).count == 40 && pictureColumns(canvas, row: 2).count == 20)
    for width in 10...40 {
      let lines = try cell(post("a :cup: b", name: text)).lines(width: width)
      for line in lines { #expect(TextLayout.width(of: line.plain) <= width) }
    }
  }

  @Test func `A quoted post has emoji of its own`() throws {
    var cell = PostCellViewModel(.fixture(text: ":cup:", quote: .shown(post("Tea :cup:"))), now: .noon)
    cell.images.quoteEmojis["cup"] = try image()
    let lines = draw(cell).lines
    #expect(lines[1].contains(":cup:") && lines.contains { $0.contains("│ Tea ▀▀") })
  }

  // MARK: - Avatars

  private func layout(_ post: Post, width: Int = 60, density: Density = .comfortable, height: Int = 8) -> RowLayout {
    var cell = PostCellViewModel(post, now: .noon, density: density)
    cell.images.hasAvatar = true
    cell.pictures = [PostCellViewModel.Picture(number: 0, size: PixelSize(width: 240, height: 160))]
    return cell.layout(width: width, pictureHeight: height)
  }

  @Test func `An avatar is at the left of the first two lines, and everything else beside it`() {
    let post = Post.fixture(text: "One.", media: [Media(kind: .image, description: "a page")])
    let layout = layout(post)
    #expect(
      layout.pictures.first
        == PictureSpace(
          number: AvatarSpace.number, line: 0, column: 0, size: Size(width: 4, height: 2)))
    #expect(layout.pictures.last?.column == 5 && layout.pictures.count == 2)
    #expect(layout.lines.filter { !$0.plain.isEmpty }.allSatisfy { $0.plain.hasPrefix("     ") })
    #expect(layout.lines.allSatisfy { TextLayout.width(of: $0.plain) <= 60 })
  }

  @Test func `A short post has space for its avatar`() {
    #expect(layout(.fixture(text: "")).lines.count >= 2)
  }

  @Test func `Dense and narrow cells and lists without pictures have no avatar`() {
    let post = Post.fixture(text: "One.")
    for density in [Density.compact, .line] { #expect(layout(post, density: density).pictures.isEmpty) }
    #expect(!layout(post, width: 29).pictures.contains { $0.number == AvatarSpace.number })
    #expect(layout(post, height: 0).pictures.isEmpty)
  }
}
