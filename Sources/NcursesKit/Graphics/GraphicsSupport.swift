import TerminalKit

/// How pictures come to the terminal in pixels.
enum GraphicsProtocol: Hashable, Sendable {
  case kitty
  /// In no more colours than that.
  case sixel(colors: Int)

  /// Whether a picture is of the colours that it shows.
  func shows(_ image: PixelImage) -> Bool {
    switch self {
    case .kitty: image.palette == nil
    case .sixel(let colors): image.palette.map { $0.count <= colors } ?? false
    }
  }
}

/// What pictures are to be made of to be shown in pixels.
public struct PictureFormat: Hashable, Sendable {
  /// How large a cell is, in pixels.
  public let cell: Size
  /// How many colours a picture can have; nil where it can have all.
  public let colors: Int?
}

/// What is known of the pixels of a terminal, and what is still to be asked.
struct GraphicsSupport {
  /// With fewer colours, characters show more.
  private static let fewestColors = 16
  /// As many as are asked for, and as most terminals have that do not say.
  private static let mostColors = 256
  /// Outside of this, something is wrong.
  private static let cellSides = 2...200

  /// Whether another program stands between Tern and the terminal, as tmux does: it answers for itself, and what it does
  /// not know it may take for something else.
  private let isMultiplexed: Bool
  private var takesKitty = false
  private var hasSixel = false
  private var sixelColors: Int?
  private var toldCell: Size?
  private var toldArea: Size?
  private var (hasAskedKitty, hasAskedCell, hasAskedColors) = (false, false, false)
  /// Whether it has told its attributes, and has since it was asked for its colours.
  private var (hasToldAttributes, hasToldColors) = (false, false)
  /// What the system knows of the size of a cell; nil where the terminal has not told it.
  private var systemCell: Size?

  /// - Parameter variables: the program's environment.
  init(variables: (String) -> String?) {
    let type = variables("TERM") ?? ""
    isMultiplexed =
      ["TMUX", "STY"].contains { variables($0)?.isEmpty == false } || type.hasPrefix("tmux")
      || type.hasPrefix("screen")
  }

  mutating func take(_ answer: TerminalResponse) {
    switch answer {
    case .background: break
    case .attributes(let hasSixel):
      (self.hasSixel, hasToldAttributes, hasToldColors) = (hasSixel, true, hasAskedColors)
    case .kitty(let isTaken): takesKitty = isTaken
    case .cell(let size): toldCell = size
    case .area(let size): toldArea = size
    case .sixelColors(let count): sixelColors = count
    }
  }

  /// The cells may have another size now.
  /// - Parameter cell: as the system knows it.
  mutating func cellsDidChange(_ cell: Size?) {
    systemCell = cell
    (toldCell, toldArea, hasAskedCell) = (nil, nil, false)
  }

  /// What is to be asked next, with the question that is answered last; nil where nothing is.
  mutating func nextQuestion(_ form: PictureForm) -> [UInt8]? {
    guard form != .symbols else { return nil }
    var questions: [UInt8] = []
    if form == .auto, !isMultiplexed, !hasAskedKitty {
      questions += TerminalResponse.kittyQuestion
      hasAskedKitty = true
    }
    if systemCell == nil, !hasAskedCell {
      questions += TerminalResponse.cellQuestion
      hasAskedCell = true
    }
    // Whoever has no sixels may take this for something else.
    if form == .sixel || form == .auto && questions.isEmpty && hasSixel && !takesKitty, !hasAskedColors {
      questions += TerminalResponse.colorQuestion
      hasAskedColors = true
    }
    guard !questions.isEmpty || form == .auto && !hasToldAttributes else { return nil }
    return questions + TerminalResponse.end
  }

  /// nil where pictures are characters, as far as is known.
  func graphics(_ form: PictureForm) -> GraphicsProtocol? {
    let sixel = GraphicsProtocol.sixel(colors: min(sixelColors ?? Self.mostColors, Self.mostColors))
    switch form {
    case .symbols: return nil
    case .kitty: return .kitty
    case .sixel: return (sixelColors ?? Self.mostColors) > 1 ? sixel : nil
    case .auto:
      if takesKitty { return .kitty }
      // It is known once that has been asked for.
      return hasSixel && hasToldColors && (sixelColors ?? Self.mostColors) >= Self.fewestColors ? sixel : nil
    }
  }

  /// How large a cell is in pixels; nil where nobody knows.
  /// - Parameter screen: how many cells there are.
  func cell(of screen: Size) -> Size? {
    var cell = systemCell ?? toldCell
    if cell == nil, let area = toldArea, screen.width > 0, screen.height > 0 {
      cell = Size(width: area.width / screen.width, height: area.height / screen.height)
    }
    return cell.flatMap { Self.cellSides ~= $0.width && Self.cellSides ~= $0.height ? $0 : nil }
  }
}
