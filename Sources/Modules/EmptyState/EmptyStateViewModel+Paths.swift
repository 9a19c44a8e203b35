import TerminalKit

extension EmptyStateViewModel {
  /// The sentences with the path in them shortened to so many cells.
  @MainActor
  func sentences(withPathsOf width: Int) -> [String] {
    guard let path, TextLayout.width(of: path) > width else { return sentences }
    let short = Self.shortened(path, to: width)
    return sentences.map { $0.replacing(path, with: short) }
  }

  /// The path without its middle: the file's name says the most, then the folder that everything is in.
  @MainActor
  private static func shortened(_ path: String, to width: Int) -> String {
    guard let slash = path.lastIndex(of: "/") else { return path }
    let end = path[slash...]
    let room = width - TextLayout.width(of: String(end))
    return (room > 1 ? TextLayout.truncate(path, to: room) : "…") + end
  }
}
