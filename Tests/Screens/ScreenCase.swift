/// A screen in one state: the arguments of `tern screen`, run in the folder Fixtures.
struct ScreenCase: Hashable, Sendable, CustomStringConvertible {
  let module: String
  let state: String
  let arguments: [String]
  let keys: String
  let sizes: [ScreenSize]

  init(_ module: String, _ state: String, _ arguments: String..., keys: String = "") {
    self.init(module, state, arguments, keys: keys, sizes: ScreenSize.single)
  }

  init(
    _ module: String, _ state: String, _ arguments: [String], keys: String = "", sizes: [ScreenSize]
  ) {
    self.sizes = sizes
    self.module = module
    self.state = state
    self.arguments = arguments
    self.keys = keys
  }

  var description: String { "\(module)/\(state)" }

  /// The sizes that have a golden file.
  var goldenSizes: [ScreenSize] {
    let isLayout = Self.layouts[module]?.contains(state) ?? false
    return isLayout || sizes != ScreenSize.single ? sizes : [.usual]
  }

  /// The name of the golden file for a size.
  func goldenName(_ size: ScreenSize) -> String { "\(module)/\(state).\(size.rawValue).txt" }
}

enum ScreenSize: String, CaseIterable {
  case usual = "80x24"
  case small = "40x10"
  /// The smallest supported size.
  case smallest = "20x5"
  /// Shows a list and a detail pane.
  case split = "120x40"
  /// Shows a sidebar, too.
  case wide = "160x45"
  case widest = "200x60"

  /// The sizes with a single screen.
  static let single = [usual, small, smallest]
  static let panes = [split, wide, widest]

  var width: Int { numbers[0] }
  var height: Int { numbers[1] }

  private var numbers: [Int] { rawValue.split(separator: "x").compactMap { Int($0) } }
}
