import Foundation

/// Files of one format, with all that its documents say they can hold. Each is a file in Tests/Fixtures/formats: a new
/// format is tried by putting one there.
public struct FormatFixture: Decodable, Sendable, CustomStringConvertible {
  public struct File: Decodable, Sendable {
    public var name: String
    /// What stands before the JSON: `window.YTD.tweets.part0 = `.
    public var before: String?
    public var json: JSONTree?
    /// Instead of `json`: values, one a line.
    public var lines: [JSONTree]?

    public func bytes(_ spelling: JSONTree.Spelling) -> [UInt8] {
      var bytes = Array((before ?? "").utf8)
      for value in lines ?? json.map({ [$0] }) ?? [] { bytes += value.bytes(spelling) + [0x0A] }
      return bytes
    }
  }

  public private(set) var name = ""
  /// The file to open.
  public var open: String
  /// Keys whose values tell the format, or are no text: they stay where everything else changes.
  public var keep: Set<String>
  public var files: [File]
  /// Whether it holds what a server said instead of posts.
  public var isError: Bool { error ?? false }
  private let error: Bool?

  public var description: String { name }

  private enum CodingKeys: CodingKey {
    case open, keep, files, error
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/formats")

  /// Of all that lie there.
  public static let names: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }()

  /// What can be decoded of them; a test looks that this is each one.
  public static let all = names.compactMap { try? FormatFixture(named: $0) }

  /// Those with posts in them.
  public static let withPosts = all.filter { !$0.isError }

  public init(named name: String) throws {
    let data = try Data(contentsOf: Self.folder.appending(path: name + ".json"))
    self = try JSONDecoder().decode(FormatFixture.self, from: data)
    self.name = name
  }

  /// Makes the files in a folder.
  public func write(to folder: String, _ spelling: JSONTree.Spelling = .escaped) throws {
    for file in files {
      let bytes = Data(file.bytes(spelling))
      guard FileManager.default.createFile(atPath: folder + "/" + file.name, contents: bytes) else {
        throw CocoaError(.fileWriteUnknown)
      }
    }
  }
}
