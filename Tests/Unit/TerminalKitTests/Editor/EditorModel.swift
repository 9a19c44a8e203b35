@testable import TerminalKit

/// A simple model of the editor that splits the whole text at each step.
struct EditorModel {
  private(set) var clusters: [Character] = []
  private(set) var cursor = 0
  private(set) var mark: Int?
  private var keepsMark = false
  private(set) var killed = ""
  private var killsOn = false

  var text: String { String(clusters) }

  var selection: Range<Int>? {
    guard let mark, mark != cursor else { return nil }
    return min(mark, cursor)..<max(mark, cursor)
  }

  mutating func move(to place: Int, selects: Bool) {
    killsOn = false
    if selects { mark = mark ?? cursor } else if !keepsMark { mark = nil }
    cursor = min(max(0, place), clusters.count)
  }

  mutating func step(_ step: Int, selects: Bool) {
    if let selection, !selects, !keepsMark {
      move(to: step > 0 ? selection.upperBound : selection.lowerBound, selects: false)
    } else {
      move(to: cursor + step, selects: selects)
    }
  }

  mutating func setMark() {
    (mark, keepsMark, killsOn) = (cursor, true, false)
  }

  mutating func select(_ range: Range<Int>) {
    (mark, cursor, keepsMark, killsOn) = (range.lowerBound, range.upperBound, false, false)
  }

  mutating func put(_ new: String, in range: Range<Int>) {
    killsOn = false
    guard !range.isEmpty || !new.isEmpty else { return }
    let before = String(clusters[..<range.lowerBound]) + new
    clusters = Array(before + String(clusters[range.upperBound...]))
    var bytes = 0
    cursor = 0
    while bytes < before.utf8.count {
      bytes += clusters[cursor].utf8.count
      cursor += 1
    }
    (mark, keepsMark) = (nil, false)
  }

  mutating func type(_ new: String) { put(new, in: selection ?? cursor..<cursor) }

  mutating func delete(_ step: Int) {
    let other = min(max(0, cursor + step), clusters.count)
    put("", in: selection ?? min(cursor, other)..<max(cursor, other))
  }

  func lineStart(_ place: Int) -> Int { clusters[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0 }

  func lineEnd(_ place: Int) -> Int { clusters[place...].firstIndex(of: "\n") ?? clusters.count }

  mutating func kill(forward: Bool) {
    var other = forward ? lineEnd(cursor) : lineStart(cursor)
    if other == cursor { other = min(max(0, cursor + (forward ? 1 : -1)), clusters.count) }
    let range = selection ?? min(cursor, other)..<max(cursor, other)
    let cut = String(clusters[range])
    if selection == nil, killsOn {
      killed = forward ? killed + cut : cut + killed
    } else if !cut.isEmpty {
      killed = cut
    }
    put("", in: range)
    killsOn = true
  }
}
