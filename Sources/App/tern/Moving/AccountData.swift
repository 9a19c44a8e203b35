import Domain

/// What one account of the user can take over from another.
struct AccountData: Hashable, Sendable {
  struct Follow: Hashable, Sendable {
    var handle: String
    var showsReposts = true
    var notifies = false
  }

  struct Mute: Hashable, Sendable {
    var handle: String
    var hidesNotifications = true
  }

  var follows: [Follow] = []
  var mutes: [Mute] = []
  /// Handles.
  var blocks: [String] = []
  /// Addresses of posts, newest first.
  var bookmarks: [String] = []
}

/// A file of an exported account, in the format of Mastodon's data export.
enum AccountFile: String, CaseIterable {
  case follows = "following_accounts.csv"
  case mutes = "muted_accounts.csv"
  case blocks = "blocked_accounts.csv"
  case bookmarks = "bookmarks.csv"

  func text(of data: AccountData) -> String {
    switch self {
    case .follows:
      Self.text(
        header: ["Account address", "Show boosts", "Notify on new posts", "Languages"],
        data.follows.map { [$0.handle, "\($0.showsReposts)", "\($0.notifies)", ""] })
    case .mutes:
      Self.text(
        header: ["Account address", "Hide notifications"],
        data.mutes.map { [$0.handle, "\($0.hidesNotifications)"] })
    case .blocks: Self.text(header: nil, data.blocks.map { [$0] })
    case .bookmarks: Self.text(header: nil, data.bookmarks.map { [$0] })
    }
  }

  /// Adds the content of the file to `data`.
  /// - Parameter path: The path for messages.
  /// - Throws: `CommandFailure` with the line that is not valid.
  func read(_ text: String, path: String, into data: inout AccountData) throws(CommandFailure) {
    switch self {
    case .follows:
      data.follows = try handles(text, path).map {
        AccountData.Follow(handle: $0.handle, showsReposts: $0.isTrue(1, or: true), notifies: $0.isTrue(2, or: false))
      }
    case .mutes:
      data.mutes = try handles(text, path).map {
        AccountData.Mute(handle: $0.handle, hidesNotifications: $0.isTrue(1, or: true))
      }
    case .blocks: data.blocks = try handles(text, path).map(\.handle)
    case .bookmarks: data.bookmarks = try addresses(text, path)
    }
  }

  private static func text(header: [String]?, _ rows: [[String]]) -> String {
    ([header].compactMap(\.self) + rows).map(CSVRows.text).joined()
  }
}

// MARK: - Reading

extension AccountFile {
  private struct HandleRow {
    let handle: String
    let cells: [String]

    func isTrue(_ column: Int, or fallback: Bool) -> Bool {
      cells.indices.contains(column) && !cells[column].isEmpty ? cells[column].lowercased() == "true" : fallback
    }
  }

  /// The rows of a file, each account once. The header is left out.
  private func handles(_ text: String, _ path: String) throws(CommandFailure) -> [HandleRow] {
    var (rows, seen) = ([HandleRow](), Set<String>())
    for row in CSVRows(text) {
      guard let cell = row.cells.first, !cell.isEmpty, !(row.line == 1 && cell == "Account address") else { continue }
      let handle = String(cell.drop { $0 == "@" })
      let parts = handle.split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }), !handle.contains(where: \.isWhitespace) else {
        throw damaged(path, row, expected: "an account such as user@server.example")
      }
      if seen.insert(handle.lowercased()).inserted {
        rows.append(HandleRow(handle: handle.escapingControls, cells: row.cells))
      }
    }
    return rows
  }

  private func addresses(_ text: String, _ path: String) throws(CommandFailure) -> [String] {
    var (addresses, seen) = ([String](), Set<String>())
    for row in CSVRows(text) {
      guard let cell = row.cells.first, !cell.isEmpty else { continue }
      guard (try? WebAddress(cell)) != nil else { throw damaged(path, row, expected: "the address of a post") }
      if seen.insert(cell).inserted { addresses.append(cell) }
    }
    return addresses
  }

  private func damaged(_ path: String, _ row: CSVRows.Row, expected: String) -> CommandFailure {
    CommandFailure(.damagedData, "\(path): \(row.line):1: expected \(expected); nothing was done")
  }
}
