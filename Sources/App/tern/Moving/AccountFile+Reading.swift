import Domain
import FoundationEssentials

/// A line of a file that another account can take over.
struct MoveItem: Hashable, Sendable {
  var step: MovePlan.Step
  /// The path of the file, for messages.
  var path: String
  /// From 1.
  var line: Int

  /// `moving/lists.csv: 3`.
  var place: String { "\(path): \(line)" }
}

/// The content of a file of an account.
struct AccountFileContent: Hashable, Sendable {
  /// A line that is not valid.
  struct Problem: Hashable, Sendable {
    var path: String
    var line: Int
    /// “an account such as user@server.example”.
    var expected: String

    var message: String { "\(path): \(line):1: expected \(expected)" }
  }

  var items: [MoveItem] = []
  var problems: [Problem] = []
  /// The parts of the file that Tern does not take over, as clauses.
  var losses: [String] = []
}

extension AccountFile {
  /// Mastodon imports at most 20,000 rows (app/models/form/import.rb).
  private static let maxRows = 100_000

  /// A cell that is not valid.
  private struct Invalid: Error {
    var expected: String
  }

  private struct Cells {
    let columns: [String]
    let cells: [String]

    subscript(_ column: String) -> String {
      guard let index = columns.firstIndex(of: column.lowercased()), cells.indices.contains(index) else { return "" }
      return cells[index].trimmed
    }

    func isTrue(_ column: String, or fallback: Bool) -> Bool {
      self[column].isEmpty ? fallback : self[column].lowercased() == "true"
    }
  }

  /// Reads the file. Each item is named once; lines that are not valid are problems.
  /// - Parameter path: the path for messages.
  func content(of text: String, path: String) -> AccountFileContent {
    var (content, seen) = (AccountFileContent(), Set<String>())
    var names = columns.map { $0.lowercased() }
    var (rowCount, languageCount) = (0, 0)
    for row in CSVRows(text) {
      rowCount += 1
      guard rowCount <= Self.maxRows else {
        content.problems.append(.init(path: path, line: row.line, expected: "at most \(Self.maxRows) rows"))
        content.losses.append("\(rawValue): only the first \(Self.maxRows) rows were read")
        break
      }
      if rowCount == 1, row.cells.first?.lowercased() == names[0] {
        names = row.cells.map { $0.lowercased() }
        continue
      }
      do throws(Invalid) {
        guard row.isComplete else { throw Invalid(expected: "a closing quote in a row of sensible length") }
        guard !row.cells.contains(where: { $0.contains("\u{FFFD}") }) else { throw Invalid(expected: "UTF-8 text") }
        let cells = Cells(columns: names, cells: row.cells.map(\.escapingControls))
        let step = try step(cells)
        if self == .follows, !cells["Languages"].isEmpty { languageCount += 1 }
        if seen.insert(step.key).inserted { content.items.append(MoveItem(step: step, path: path, line: row.line)) }
      } catch {
        content.problems.append(.init(path: path, line: row.line, expected: error.expected))
      }
    }
    if languageCount > 0 {
      content.losses.append(
        "\(rawValue): the languages of \(languageCount) \(languageCount == 1 ? "follow" : "follows") are not moved")
    }
    return content
  }

  private func step(_ cells: Cells) throws(Invalid) -> MovePlan.Step {
    switch self {
    case .follows:
      return .follow(
        AccountData.Follow(
          handle: try Self.handle(cells["Account address"]), showsReposts: cells.isTrue("Show boosts", or: true),
          notifies: cells.isTrue("Notify on new posts", or: false)))
    case .mutes:
      return .mute(
        AccountData.Mute(
          handle: try Self.handle(cells["Account address"]),
          hidesNotifications: cells.isTrue("Hide notifications", or: true)))
    case .blocks: return .block(try Self.handle(cells["Account address"]))
    case .servers: return .blockServer(try Self.host(cells["#domain"]))
    case .lists:
      let title = cells["List name"]
      guard !title.isEmpty else { throw Invalid(expected: "the title of a list and an account") }
      return .addToList(title, handle: try Self.handle(cells["Account address"]))
    case .tags: return .followTag(try Self.tag(cells["Hashtag"]))
    case .bookmarks:
      let address = cells["#uri"]
      guard (try? WebAddress(address)) != nil else { throw Invalid(expected: "the address of a post") }
      return .bookmark(address)
    }
  }
}

// MARK: - Cells

extension AccountFile {
  private static func handle(_ cell: String) throws(Invalid) -> String {
    let handle = String(cell.drop { $0 == "@" })
    let parts = handle.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }), !handle.contains(where: \.isWhitespace) else {
      throw Invalid(expected: "an account such as user@server.example")
    }
    return handle
  }

  private static func host(_ cell: String) throws(Invalid) -> String {
    let host = cell.lowercased()
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }),
      !host.contains(where: { $0.isWhitespace || "/@?#*".contains($0) })
    else { throw Invalid(expected: "a server such as server.example") }
    return host
  }

  private static func tag(_ cell: String) throws(Invalid) -> String {
    let tag = String(cell.drop { $0 == "#" })
    guard !tag.isEmpty, !tag.contains(where: { $0.isWhitespace || $0 == "#" || $0 == "/" }) else {
      throw Invalid(expected: "a hashtag")
    }
    return tag
  }
}
