/// A screen in one of its states: what `tern screen` is asked for, in the folder Fixtures.
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

  /// The golden screen at a size, in the folder Golden.
  func goldenName(_ size: ScreenSize) -> String { "\(module)/\(state).\(size.rawValue).txt" }
}

enum ScreenSize: String, CaseIterable {
  case usual = "80x24"
  case small = "40x10"
  /// Nothing smaller can be used.
  case smallest = "20x5"
  /// A list and what is selected in it stand side by side.
  case split = "120x40"
  /// And a sidebar.
  case wide = "160x45"
  case widest = "200x60"

  /// Those at which one screen stands alone.
  static let single = [usual, small, smallest]
  static let panes = [split, wide, widest]

  var width: Int { numbers[0] }
  var height: Int { numbers[1] }

  private var numbers: [Int] { rawValue.split(separator: "x").compactMap { Int($0) } }
}
