import TerminalKit

/// The protocol for pictures in pixels.
enum GraphicsProtocol: Hashable, Sendable {
  case kitty
  /// At most this number of colours.
  case sixel(colors: Int)

  /// Whether a picture has a colour format that the protocol supports.
  func shows(_ image: PixelImage) -> Bool {
    switch self {
    case .kitty: image.palette == nil
    case .sixel(let colors): image.palette.map { $0.count <= colors } ?? false
    }
  }
}

/// The format of pictures in pixels.
public struct PictureFormat: Hashable, Sendable {
  /// The size of a cell in pixels.
  public let cell: Size
  /// Maximum number of colours; nil for true colour.
  public let colors: Int?
}

/// The graphics capabilities of a terminal, and the queries still to send.
struct GraphicsSupport {
  /// With fewer colours, character graphics look better.
  private static let minColors = 16
  /// The requested number of colours, and the default of terminals that do not report one.
  private static let maxColors = 256
  /// Plausible cell sizes in pixels.
  private static let cellSides = 2...200

  /// Whether a multiplexer such as tmux runs in between. It answers queries itself, and may misinterpret unknown ones.
  private let isMultiplexed: Bool
  private var supportsKitty = false
  private var hasSixel = false
  private var sixelColors: Int?
  private var reportedCell: Size?
  private var reportedArea: Size?
  private var (hasQueriedKitty, hasQueriedCell, hasQueriedColors) = (false, false, false)
  /// Whether the terminal has reported its attributes, and has done so since the query for colours.
  private var (hasReportedAttributes, hasReportedColors) = (false, false)
  /// The cell size according to the system; nil if unknown.
  private var systemCell: Size?

  /// - Parameter variables: The environment of the process.
  init(variables: (String) -> String?) {
    let type = variables("TERM") ?? ""
    isMultiplexed =
      ["TMUX", "STY"].contains { variables($0)?.isEmpty == false } || type.hasPrefix("tmux")
      || type.hasPrefix("screen")
  }

  mutating func apply(_ response: TerminalResponse) {
    switch response {
    case .background: break
    case .attributes(let hasSixel):
      (self.hasSixel, hasReportedAttributes, hasReportedColors) = (hasSixel, true, hasQueriedColors)
    case .kitty(let isSupported): supportsKitty = isSupported
    case .cell(let size): reportedCell = size
    case .area(let size): reportedArea = size
    case .sixelColors(let count): sixelColors = count
    }
  }

  /// Resets the cell size after it may have changed.
  /// - Parameter cell: The size according to the system.
  mutating func cellsDidChange(_ cell: Size?) {
    systemCell = cell
    (reportedCell, reportedArea, hasQueriedCell) = (nil, nil, false)
  }

  /// The next queries to send, followed by the one that is always answered; nil if there are none.
  mutating func nextQuery(_ form: PictureForm) -> [UInt8]? {
    guard form != .symbols else { return nil }
    var queries: [UInt8] = []
    if form == .auto, !isMultiplexed, !hasQueriedKitty {
      queries += TerminalResponse.kittyQuery
      hasQueriedKitty = true
    }
    if systemCell == nil, !hasQueriedCell {
      queries += TerminalResponse.cellQuery
      hasQueriedCell = true
    }
    // Terminals without sixels may misinterpret this query.
    if form == .sixel || form == .auto && queries.isEmpty && hasSixel && !supportsKitty, !hasQueriedColors {
      queries += TerminalResponse.colorQuery
      hasQueriedColors = true
    }
    guard !queries.isEmpty || form == .auto && !hasReportedAttributes else { return nil }
    return queries + TerminalResponse.attributesQuery
  }

  /// The protocol to use; nil for characters, and until the terminal has reported its support.
  func graphics(_ form: PictureForm) -> GraphicsProtocol? {
    let sixel = GraphicsProtocol.sixel(colors: min(sixelColors ?? Self.maxColors, Self.maxColors))
    switch form {
    case .symbols: return nil
    case .kitty: return .kitty
    case .sixel: return (sixelColors ?? Self.maxColors) > 1 ? sixel : nil
    case .auto:
      if supportsKitty { return .kitty }
      // The number of colours is known after its query.
      return hasSixel && hasReportedColors && (sixelColors ?? Self.maxColors) >= Self.minColors ? sixel : nil
    }
  }

  /// The size of a cell in pixels; nil if unknown.
  /// - Parameter screen: The size of the screen in cells.
  func cell(of screen: Size) -> Size? {
    var cell = systemCell ?? reportedCell
    if cell == nil, let area = reportedArea, screen.width > 0, screen.height > 0 {
      cell = Size(width: area.width / screen.width, height: area.height / screen.height)
    }
    return cell.flatMap { Self.cellSides ~= $0.width && Self.cellSides ~= $0.height ? $0 : nil }
  }
}
